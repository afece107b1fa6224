// Sends the wish for a deployment, once: a repeat of the same wish is the same deployment. A replay starts at once.
import { useRef } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import type { components } from "../../../contracts/api";
import { type Action, useAction } from "../../../ui/useAction";
import { randomKey } from "../../../api/randomKey";

type DeploymentBody = components["schemas"]["DeploymentBody"];
type Wish = Omit<DeploymentBody, "idempotency_key">;

export function useMake(onMade: (id: string) => void): Action<[Wish]> {
  const { client } = useApi();
  const sent = useRef({ text: "", key: "" });

  return useAction(async (body: Wish) => {
    const text = JSON.stringify(body);
    if (sent.current.text !== text) sent.current = { text, key: randomKey() };
    const made = await unwrap(
      client.POST("/api/v1/deployments", { body: { ...body, idempotency_key: sent.current.key } }),
    );
    if (made.mode === "replay") {
      const params = { path: { deployment_id: made.id } };
      await unwrap(client.POST("/api/v1/deployments/{deployment_id}/start", { params }));
    }
    onMade(made.id);
  });
}
