from .fields import *
from .probes import *
