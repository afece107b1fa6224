// Where the pages of strategies are, and where a strategy leads.
import { addressOf } from "../places";

const LIST = addressOf("strategies");

export const STRATEGIES = LIST;
export const NEW_STRATEGY = `${LIST}/new`;

export function strategyAddress(id: string, version?: number): string {
  return `${LIST}/${id}${version === undefined ? "" : `?version=${version}`}`;
}

/** Where the newest version is edited. */
export function studioAddress(id: string): string {
  return `${LIST}/${id}/edit`;
}

/** The runs of one strategy. */
export function runsAddress(place: "backtests" | "stress" | "deployments", id: string): string {
  return `${addressOf(place)}?strategy_id=${id}`;
}

/** A replay of one version. */
export function replayAddress(id: string, version: number): string {
  return `${addressOf("deployments")}/new?strategy_id=${id}&version=${version}&mode=replay`;
}

/** A new run of one version. */
export function newRunAddress(place: "backtests" | "stress", id: string, version: number): string {
  return `${addressOf(place)}/new?strategy_id=${id}&version=${version}`;
}
