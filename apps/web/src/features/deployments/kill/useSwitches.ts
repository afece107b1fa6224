// The kill switches that are on, asked for calmly, and at once when one was turned anywhere in the page.
import { useEffect } from "react";
import { useApi } from "../../../api/ApiContext";
import { type Api, unwrap } from "../../../api/client";
import { type Asking, useAsked } from "../../../api/useAsked";
import { useSessionState } from "../../auth/SessionContext";
import type { Switch } from "../trading";

const EVERY_MS = 15_000;
const TURNED = "parley:switch-turned";

export function useSwitches(): Asking<Switch[]> {
  const api = useApi();
  const { status } = useSessionState();
  const asking = useAsked(
    `switches:${status}`,
    async (signal) => {
      if (status !== "owner" && status !== "signed_in") return [];
      return (await unwrap(api.client.GET("/api/v1/switches", { signal }))).on;
    },
    { every: EVERY_MS },
  );
  const { again } = asking;
  useEffect(() => {
    window.addEventListener(TURNED, again);
    return () => window.removeEventListener(TURNED, again);
  }, [again]);
  return asking;
}

/** `target` is the deployment of a deployment's switch. */
export async function turnSwitch(
  api: Api,
  { scope, target }: { scope: Switch["scope"]; target?: string },
  body: { is_on: boolean; reason: string },
): Promise<void> {
  await unwrap(turned(api, scope, target, body));
  window.dispatchEvent(new Event(TURNED));
}

function turned(
  { client }: Api,
  scope: Switch["scope"],
  target: string | undefined,
  body: { is_on: boolean; reason: string },
) {
  if (scope === "global") return client.POST("/api/v1/switches/global", { body });
  if (scope === "person") return client.POST("/api/v1/switches/me", { body });
  const path = { deployment_id: target ?? "" };
  return client.POST("/api/v1/switches/deployments/{deployment_id}", { params: { path }, body });
}
