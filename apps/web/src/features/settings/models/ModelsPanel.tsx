// The models that the server may use, in the order in which they are asked.
import { useState } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { Panel } from "../../../ui/Panel";
import { useSession } from "../../auth/SessionContext";
import { AskedPart } from "../../../ui/form/AskedPart";
import { words } from "../words";
import { ConfigForm } from "./ConfigForm";
import { ConfigItem } from "./ConfigItem";

/** `onTest` is called when a model was asked, which costs something. */
export function ModelsPanel({ onTest }: { onTest: () => void }) {
  const api = useApi();
  const say = useWords(words);
  const [isAdding, setAdding] = useState(false);
  const session = useSession();
  const configs = useAsked("configs", (signal) =>
    unwrap(api.client.GET("/api/v1/llm-platform/configs", { signal })),
  );
  const look = () => {
    configs.again();
    void session.lookAgain();
  };
  return (
    <Panel title={say("models")}>
      <p className="mb-4 max-w-3xl text-sm text-soft">{say("models_text")}</p>
      <AskedPart of={configs}>
        {({ configs: all }) =>
          all.length === 0 ? (
            <p>{say("models_none")}</p>
          ) : (
            <ul className="divide-y divide-line">
              {all.map((config) => (
                <ConfigItem
                  key={`${config.origin} ${config.alias}`}
                  config={config}
                  onChange={look}
                  onTest={onTest}
                />
              ))}
            </ul>
          )
        }
      </AskedPart>
      <div className="mt-4">
        {isAdding ? (
          <ConfigForm
            config={null}
            onCancel={() => setAdding(false)}
            onDone={() => {
              setAdding(false);
              look();
            }}
          />
        ) : (
          <Button data-testid="config-add" onClick={() => setAdding(true)}>
            {say("add")}
          </Button>
        )}
      </div>
    </Panel>
  );
}
