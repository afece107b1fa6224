"""The runtime policy of the stress test: bootstrap → scenario → feedback, read off what the database says.

| stage     | when                                                          | what a model may do there               |
|-----------|---------------------------------------------------------------|-----------------------------------------|
| bootstrap | nothing was run for the confirmed rules, or the run failed    | choose crises, write a set, start it    |
| scenario  | a set is written down, or its test is pending or running      | start it, follow it                     |
| feedback  | the report is there                                           | read it, search for better numbers      |

Rules are never changed here: who wants other rules goes back to the strategy.
"""

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, RuntimePolicy
from apps.api.agents.stages import policy_of as tools_in
from apps.api.agents.stages import stress_stage


def stress_policy(block: PhaseBlock) -> RuntimePolicy:
    return tools_in(Phase.STRESS_TEST, stress_stage(block))
