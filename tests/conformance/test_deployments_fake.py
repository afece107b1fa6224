"""The stores in memory are stores."""

import pytest

from packages.domain.trading.approval.ports import ApprovalStore
from tests.conformance.approval_store_conformance import ApprovalStoreConformance
from tests.conformance.deployment_store_conformance import DeploymentStoreConformance, Stores
from tests.fakes.deployments import (
    InMemoryApprovals,
    InMemoryBrokerAccounts,
    InMemoryDeployments,
    InMemorySwitches,
)


class TestInMemoryDeployments(DeploymentStoreConformance):
    @pytest.fixture
    def stores(self) -> Stores:
        deployments = InMemoryDeployments()
        return Stores(deployments, InMemoryBrokerAccounts(deployments), InMemorySwitches())


class TestInMemoryApprovals(ApprovalStoreConformance):
    @pytest.fixture
    def store(self) -> ApprovalStore:
        return InMemoryApprovals()
