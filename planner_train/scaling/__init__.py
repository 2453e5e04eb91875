"""Training models that do not fit the machine at hand: recipes by name, checks and arithmetic before anything starts.

``architecture`` holds the numbers of a decoder and counts its parameters, ``layout`` says over which devices a run is spread
and how, ``recipe`` ties both to the settings of training, ``estimate`` is the arithmetic of memory and batches. ``recipes``,
``architectures`` and ``launch`` (configurations of ``accelerate launch``) are files that people read and copy. Nothing here
imports torch, reads a hub or starts anything.
"""
