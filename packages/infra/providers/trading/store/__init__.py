"""Deployments, orders, approvals and paper accounts, stored."""
