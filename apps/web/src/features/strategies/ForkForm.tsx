// Makes a new strategy out of a version of this one.
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { unwrap } from "../../api/client";
import { useApi } from "../../api/ApiContext";
import { useWords } from "../../i18n/words";
import { Button } from "../../ui/form/Button";
import { Disclosure } from "../../ui/Disclosure";
import { Field } from "../../ui/form/Field";
import { ActionFailure } from "../../ui/ActionFailure";
import { strategyAddress } from "./addresses";
import type { Strategy } from "./types";
import { useAction } from "../../ui/useAction";
import { words } from "./words";

export function ForkForm({ strategy, version }: { strategy: Strategy; version: number }) {
  const say = useWords(words);
  const { client } = useApi();
  const [, goTo] = useLocation();
  const [name, setName] = useState(`${strategy.name} 2`);
  const forking = useAction(async () => {
    const made = await unwrap(
      client.POST("/api/v1/strategies/{strategy_id}/fork", {
        params: { path: { strategy_id: strategy.strategy_id } },
        body: { version, name: name.trim() || null },
      }),
    );
    goTo(strategyAddress(made.strategy_id));
  });
  const fork = (event: FormEvent) => {
    event.preventDefault();
    void forking.run();
  };
  return (
    <Disclosure summary={say("fork")}>
      <form onSubmit={fork}>
        <p className="mb-3 text-soft">{say("fork_text", { version })}</p>
        <Field
          label={say("fork_name")}
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" className="mt-3" busy={forking.isBusy}>
          {say("fork_do")}
        </Button>
        <ActionFailure error={forking.error} />
      </form>
    </Disclosure>
  );
}
