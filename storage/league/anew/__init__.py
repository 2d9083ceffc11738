"""What a league holds is judged again: verified, read by other rules, its facts put in anew."""
