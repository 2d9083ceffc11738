"""What several games share by composition. A part knows no game; games call what they need."""
