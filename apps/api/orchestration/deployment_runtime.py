"""The runtime policy of the deployment: target → confirm → rollout → done.

| stage   | when                                           | what a model may do there                            |
|---------|------------------------------------------------|------------------------------------------------------|
| target  | paper or live is not chosen                    | list accounts, see whether anything stands in the way |
| confirm | the person has not agreed to it                | the same: nothing is made before the person's word   |
| rollout | the person has agreed, and it does not trade   | make it, start it, ask for an approval               |
| done    | it trades, or is over                          | watch it, pause it, stop it                          |
"""

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, RuntimePolicy
from apps.api.agents.stages import deployment_stage
from apps.api.agents.stages import policy_of as tools_in


def deployment_policy(block: PhaseBlock) -> RuntimePolicy:
    return tools_in(Phase.DEPLOYMENT, deployment_stage(block))
