"""Policies for arms and legs."""
