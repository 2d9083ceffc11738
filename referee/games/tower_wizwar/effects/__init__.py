"""What effects of cards do (section 19)."""
