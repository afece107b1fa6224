// One model: what it is, whether it can be used, and what can be done with it.
import { useState } from "react";
import { useApi } from "../../../api/ApiContext";
import { promptly, unwrap } from "../../../api/client";
import { useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import { Button } from "../../../ui/form/Button";
import { Confirm } from "../../../ui/form/Confirm";
import { FailureText } from "../../../ui/Failure";
import { useDollars } from "../dollars";
import { useAction } from "../../../ui/useAction";
import { words } from "../words";
import type { Config } from "./configDraft";
import { ConfigForm } from "./ConfigForm";
import { ConfigTest } from "./ConfigTest";

interface ConfigItemProps {
  config: Config;
  onChange: () => void;
  onTest: () => void;
}

export function ConfigItem({ config, onChange, onTest }: ConfigItemProps) {
  const say = useWords(words);
  const [isEdited, setEdited] = useState(false);
  const isOwn = config.origin === "own";
  return (
    <li data-testid="config-item" className="py-4 first:pt-0">
      <Terms config={config} />
      {isEdited ? (
        <div className="mt-3">
          <ConfigForm
            config={config}
            onCancel={() => setEdited(false)}
            onDone={() => {
              setEdited(false);
              onChange();
            }}
          />
        </div>
      ) : (
        <div className="mt-3 flex flex-wrap items-start gap-2">
          <ConfigTest alias={config.alias} onTest={onTest} />
          {isOwn && (
            <>
              <Button kind="quiet" onClick={() => setEdited(true)}>
                {say("edit")}
              </Button>
              <Remove alias={config.alias} onRemoved={onChange} />
            </>
          )}
        </div>
      )}
    </li>
  );
}

function Terms({ config }: { config: Config }) {
  const say = useWords(words);
  const dollars = useDollars();
  const { alias, model, provider, base_url, price, problem, enabled, origin } = config;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold break-all">{alias}</h3>
        {!enabled && <Badge>{say("off")}</Badge>}
        <Badge>{say(config.api_key ? "has_key" : "no_key")}</Badge>
        {origin === "settings" && <Badge>{say("from_settings")}</Badge>}
      </div>
      <p className="mt-1 text-sm break-words text-soft">
        {[model, say(`provider_${provider}`), base_url].filter(Boolean).join(" · ")}
      </p>
      <p className="text-sm text-soft">
        {price
          ? say("price", {
              input: dollars(price.input_per_million),
              output: dollars(price.output_per_million),
            })
          : say("price_unknown")}
      </p>
      {origin === "settings" && <p className="text-sm text-soft">{say("from_settings_text")}</p>}
      {problem && <p className="mt-1 text-danger">{say("problem", { problem })}</p>}
    </>
  );
}

function Remove({ alias, onRemoved }: { alias: string; onRemoved: () => void }) {
  const api = useApi();
  const say = useWords(words);
  const [isAsked, setAsked] = useState(false);
  const task = useAction(async () => {
    const params = { path: { alias } };
    await unwrap(
      api.client.DELETE("/api/v1/llm-platform/configs/{alias}", { params, ...promptly() }),
    );
    onRemoved();
  });
  return (
    <>
      <Button kind="danger" onClick={() => setAsked(true)}>
        {say("remove")}
      </Button>
      {isAsked && (
        <Confirm
          title={say("remove_title", { alias })}
          action={say("remove")}
          busy={task.isBusy}
          onConfirm={() => void task.run()}
          onCancel={() => setAsked(false)}
        >
          <p>{say("remove_text")}</p>
          {task.error !== null && (
            <div role="alert" className="mt-2 text-danger">
              <FailureText error={task.error} />
            </div>
          )}
        </Confirm>
      )}
    </>
  );
}
