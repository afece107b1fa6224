// The trade's own things as the API describes them.
import type { components } from "../../contracts/api";

type Schemas = components["schemas"];

export type Deployment = Schemas["DeploymentOut"];
export type DeploymentDetail = Schemas["DeploymentDetailOut"];
export type State = Schemas["LifecycleState"];
export type Mode = Schemas["Mode"];
export type Order = Schemas["OrderOut"];
export type OrderDetail = Schemas["OrderDetailOut"];
export type Fill = Schemas["FillOut"];
export type Position = Schemas["PositionOut"];
export type Signal = Schemas["SignalOut"];
export type Difference = Schemas["DifferenceOut"];
export type Limit = Schemas["LimitOut"];
export type Switch = Schemas["SwitchOut"];
export type Approval = Schemas["ApprovalOut"];
export type BrokerAccount = Schemas["BrokerAccountOut"];

export const DEPLOYMENTS = "/deployments";
export const APPROVALS = `${DEPLOYMENTS}/approvals`;
export const ACCOUNTS = `${DEPLOYMENTS}/accounts`;
export const NEW_DEPLOYMENT = `${DEPLOYMENTS}/new`;

export function deploymentAddress(id: string): string {
  return `${DEPLOYMENTS}/${id}`;
}

/** The market's day that a replay has come to, or begins with. */
export function replayDay({ money, replay_from }: DeploymentDetail): string {
  return (money?.bar ?? replay_from ?? "").slice(0, 10);
}

type Actor = "person" | "key" | "model" | "desk";

/** The kind of caller that a recorded name such as `person:<id>:<session>` stands for. */
export function actorOf(name: string): Actor {
  const kind = name.split(":")[0];
  return kind === "person" || kind === "key" || kind === "model" ? kind : "desk";
}
