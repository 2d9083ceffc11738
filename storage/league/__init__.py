"""A league: the logs of many stores in one lake (DuckLake), each match judged before it is in."""
