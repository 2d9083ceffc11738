"""The commands of catalogs and decks: for who plays with them, writes them, and reads them."""
