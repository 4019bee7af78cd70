"""Plasma in a torus."""

from .layers import *
from .layers import FieldSolver as Solver

Tokamak = Solver
