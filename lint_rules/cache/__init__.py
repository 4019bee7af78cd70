"""What a run keeps for the next one: it may be lost, damaged or shared at any time, and changes nothing but time."""
