"""What may be tapped: from the options and the verbs of any game to buttons and steps."""
