"""Where it is kept: the DuckDB log, its projections and statistics, text records, bulk transfer.

Importing this package costs nothing; ``storage.log`` imports DuckDB.
"""
