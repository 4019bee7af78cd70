"""What is left to do"""

first: ask whether the rates are right
second: ask again
