"""How people reach the referee: the commands of the terminal and what they print."""
