"""What ``--json`` prints: the shape of every answer, with the number of its version.

``referee schema`` prints all of them as JSON Schema. An answer is an object whose ``schema`` says
which it is, such as ``referee/show/1``; none is a bare list, which has no place for that. A field
that is added leaves the number as it is; one that goes, or holds something else, raises it.

Each Struct here is a shape, and its docstring is what the schema says of its fields. A command with
``--json`` names its answers in ``schema.ANSWERS``.
"""
