// The access tokens of a person's own programs: each with what it may do and until when; a new one is shown once.
import { useState } from "react";
import { useApi } from "../../../api/ApiContext";
import { promptly, unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import type { components } from "../../../contracts/api";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import { FailureText } from "../../../ui/Failure";
import { AskedPart } from "../../../ui/form/AskedPart";
import { Button } from "../../../ui/form/Button";
import { Confirm } from "../../../ui/form/Confirm";
import { Panel } from "../../../ui/Panel";
import { useAction } from "../../../ui/useAction";
import { words } from "../words";
import { type IssuedToken, TokenForm } from "./TokenForm";

type Token = components["schemas"]["PersonalTokenOut"];

export function TokensPanel() {
  const api = useApi();
  const say = useWords(words);
  const [isAdding, setAdding] = useState(false);
  const [issued, setIssued] = useState<IssuedToken | null>(null);
  const tokens = useAsked("tokens", (signal) =>
    unwrap(api.client.GET("/api/v1/tokens", { signal })),
  );
  const show = (token: IssuedToken) => {
    setAdding(false);
    setIssued(token);
    tokens.again();
  };
  return (
    <Panel title={say("access_tokens")}>
      <p className="mb-4 max-w-3xl text-sm text-soft">{say("tokens_text")}</p>
      {issued && <Once token={issued} />}
      <AskedPart of={tokens}>
        {({ tokens: all }) =>
          all.length === 0 ? (
            <p>{say("tokens_none")}</p>
          ) : (
            <ul className="divide-y divide-line">
              {all.map((token) => (
                <TokenItem key={token.id} token={token} onRemoved={tokens.again} />
              ))}
            </ul>
          )
        }
      </AskedPart>
      <div className="mt-4">
        {isAdding ? (
          <TokenForm onDone={show} onCancel={() => setAdding(false)} />
        ) : (
          <Button kind="quiet" onClick={() => setAdding(true)}>
            {say("token_add")}
          </Button>
        )}
      </div>
    </Panel>
  );
}

function Once({ token }: { token: IssuedToken }) {
  const say = useWords(words);
  return (
    <div role="status" className="mb-4 rounded-md border border-line-strong bg-well p-3">
      <p className="font-medium">{say("token_once")}</p>
      <code className="mt-2 block break-all select-all">{token.token}</code>
    </div>
  );
}

function TokenItem({ token, onRemoved }: { token: Token; onRemoved: () => void }) {
  const say = useWords(words);
  const format = useFormat();
  const dates = [
    say("token_until", { day: format.date(token.expires_at) }),
    token.last_used_at
      ? say("token_used", { day: format.date(token.last_used_at) })
      : say("token_unused"),
  ];
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold break-all">{token.name}</span>
          <code className="text-sm text-soft">…{token.hint}</code>
          <Badge>{say(`scope_${token.scopes.at(-1) ?? "read"}`)}</Badge>
        </p>
        <p className="text-sm text-soft">{dates.join(" · ")}</p>
      </div>
      <Remove token={token} onRemoved={onRemoved} />
    </li>
  );
}

function Remove({ token, onRemoved }: { token: Token; onRemoved: () => void }) {
  const api = useApi();
  const say = useWords(words);
  const [isAsked, setAsked] = useState(false);
  const task = useAction(async () => {
    const params = { path: { token_id: token.id } };
    await unwrap(api.client.DELETE("/api/v1/tokens/{token_id}", { params, ...promptly() }));
    onRemoved();
  });
  return (
    <>
      <Button kind="danger" onClick={() => setAsked(true)}>
        {say("remove")}
      </Button>
      {isAsked && (
        <Confirm
          title={say("remove_title", { alias: token.name })}
          action={say("remove")}
          busy={task.isBusy}
          onConfirm={() => void task.run()}
          onCancel={() => setAsked(false)}
        >
          <p>{say("token_remove_text")}</p>
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
