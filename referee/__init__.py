"""What it means: rulebooks, the fold, verdicts, rulings. Pure: no clock, no chance, no files
but the shipped samples."""
