"""What ``--json`` prints: the shape of every answer, with the number of its version.

``referee schema`` prints all of them as JSON Schema. An answer is an object whose ``schema`` says
which it is, such as ``referee/show/1``. A field that is added leaves that number as it is; one that
goes, or holds something else, raises it.
"""
