"""quantfence: finds the line that gives a quantization config to a module that must stay unquantized.

Data flows one way: ``project`` (files → facts) → ``blueprint`` → ``rules`` → ``reports``. The ``manifest`` says what must
stay unquantized; it is read by all of them and knows none.
"""

__version__ = "0.1.0"
