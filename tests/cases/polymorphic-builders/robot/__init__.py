"""Policies for an arm, with heads that their configs build."""
