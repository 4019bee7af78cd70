"""The engines, one a file: a function for each method, which says what was read where, and a table of them.

``RELEASE`` is what was read, ``FUSES`` whether the engine's models build one layer of several of the checkpoint's.
"""
