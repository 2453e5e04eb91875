"""CARE, competence-aware reward shaping for groups of episodes, as pure functions with no trainer in sight.

For each task a group of G episodes is sampled. With success s_i in {0, 1}, verified progress p_i in [0, 1], normalised cost
e_i in [0, 1] and the group's mean success m, the reward depends on how competent the policy already is at that task:

    R_i = s_i + lambda_prog * p_i      if          m <  p_low     progress shaping
    R_i = s_i                          if p_low <= m <  p_high    outcome consolidation
    R_i = s_i - lambda_eff * e_i       if p_high <= m             efficiency refinement

The advantage is A_i = (R_i - mean R) / (sigma_R + eps), and in the efficiency regime

    A_i = (R_i - mean R) / (max(sigma_R, sigma_anchor) + eps),    sigma_anchor = sqrt(p_high * (1 - p_high)).

This floor is the *quality-preserving calibration*: without it a group that always succeeds is scaled to unit variance
however small lambda_eff is, so the pressure to be short is as strong as the pressure to be right.

Means and deviations are over the valid episodes of one group (sigma with n - 1, as in TRL's GRPO); a group with fewer than
two of them, or without spread, has advantages of zero. No group ever looks at another.

``outcomes`` says what is measured of an episode, ``settings`` holds phi and the switches of the ablation arms, ``shaping``
makes rewards and advantages, ``decoupled`` is a second arm of our own, ``controller`` moves phi inside declared ranges, and
``metrics`` sums up a batch.
"""

from .controller import Controller, Decision, Evidence, ModelProposer, Proposal, Proposer, Range, Ranges, RuleProposer
from .metrics import summary
from .outcomes import Cost, Outcome
from .settings import ARMS, CareSettings, Phi, Switches, arm
from .shaping import Regime, Shaped, shape, shape_group

__all__ = [
    # what is measured
    "Outcome", "Cost",
    # how it is rewarded
    "Phi", "Switches", "CareSettings", "ARMS", "arm", "Regime", "Shaped", "shape", "shape_group",
    # who moves phi
    "Controller", "Evidence", "Proposal", "Decision", "Range", "Ranges", "Proposer", "RuleProposer",
    "ModelProposer",
    # what is reported
    "summary",
]  # fmt: skip
