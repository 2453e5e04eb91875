"""The Scenario Adapter: what eta says beside the tools that a request is offered.

``harness build`` compiles an instruction folder against the deployed tools and fails loudly (``build``). At request time
selection is a pure function of the exposed tools (``guidance``). It discovers nothing and executes nothing.
"""
