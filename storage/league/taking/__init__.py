"""Parcels are taken in: matches are judged on a bench, and committed in batches; rulings, too."""
