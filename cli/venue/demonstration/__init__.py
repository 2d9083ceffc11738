"""A hall to look at: a tournament of invented people whose matches play themselves."""
