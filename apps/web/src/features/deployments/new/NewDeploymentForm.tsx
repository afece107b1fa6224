// The form of a new deployment.
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { ApiError } from "../../../api/error";
import type { components } from "../../../contracts/api";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { Field } from "../../../ui/form/Field";
import { Panel } from "../../../ui/Panel";
import { ActionFailure } from "../../../ui/ActionFailure";
import { SelectField } from "../../../ui/form/SelectField";
import { type BrokerAccount, deploymentAddress } from "../trading";
import { makeWords } from "./makeWords";
import { OverrideFields } from "./OverrideFields";
import { useMake } from "./useMake";
import { useVersions } from "./useVersions";
import { VerdictPanel } from "./VerdictPanel";

type Strategy = components["schemas"]["StrategyOut"];

const RISKS = ["conservative", "moderate", "aggressive", "very_aggressive"] as const;

interface NewDeploymentFormProps {
  strategies: Strategy[];
  accounts: BrokerAccount[];
  firstStrategy: string;
  firstVersion: string;
  isReplay: boolean;
}

const REPLAY = "replay";

export function NewDeploymentForm({
  strategies,
  accounts,
  firstStrategy,
  firstVersion,
  isReplay,
}: NewDeploymentFormProps) {
  const say = useWords(makeWords);
  const format = useFormat();
  const [, go] = useLocation();
  const [strategyId, setStrategyId] = useState(firstStrategy);
  const [version, setVersion] = useState(firstVersion);
  const [accountId, setAccountId] = useState(isReplay ? REPLAY : "");
  const [day, setDay] = useState("");
  const [cash, setCash] = useState("");
  const [risk, setRisk] = useState("");
  const [override, setOverride] = useState({ phrase: "", reason: "" });
  const [isChecked, setIsChecked] = useState(false);
  const versions = useVersions(strategyId);
  const making = useMake((id) => go(deploymentAddress(id)));

  const known = versions.status === "there" ? versions.value : [];
  const chosen = known.find((each) => String(each.version) === version) ?? known[0];
  const strategy = strategies.find((each) => each.strategy_id === strategyId);
  const account = accounts.find((each) => each.id === accountId);
  const replays = accountId === REPLAY;
  const needsOverride =
    !replays &&
    ((chosen !== undefined && chosen.test?.ruling !== "pass") || isBlockedByStress(making.error));
  const isOverridden =
    override.phrase.trim() === say("override_phrase") && override.reason.trim() !== "";
  const isCashGood = cash === "" || Number(cash) > 0;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (!chosen || !strategy || !isCashGood || (needsOverride && !isOverridden)) return;
    void making.run({
      strategy_id: strategyId,
      version: chosen.version,
      account_id: account?.id ?? null,
      mode: replays ? "replay" : (account?.mode ?? "paper"),
      replay_from: replays && day !== "" ? day : null,
      cash: cash === "" ? null : cash,
      profile: { risk_tolerance: RISKS.find((each) => each === risk) ?? null },
      override: needsOverride ? override : null,
    });
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-4" data-testid="new-deployment">
      <Panel>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={say("strategy")}
            value={strategyId}
            onChoose={(id) => {
              setStrategyId(id);
              setVersion("");
            }}
            error={isChecked && !strategy ? say("strategy_missing") : undefined}
            options={[
              { value: "", label: say("choose") },
              ...strategies.map((each) => ({ value: each.strategy_id, label: each.name })),
            ]}
          />
          {chosen && (
            <SelectField
              label={say("version")}
              value={String(chosen.version)}
              onChoose={setVersion}
              options={known.map((each) => ({
                value: String(each.version),
                label: say("version_item", {
                  version: each.version,
                  when: format.date(each.createdAt),
                }),
              }))}
            />
          )}
        </div>
        {versions.status === "failed" && <ActionFailure error={versions.error} />}
        {chosen && <VerdictPanel tested={chosen} strategyId={strategyId} />}
        {needsOverride && (
          <OverrideFields value={override} onChange={setOverride} isChecked={isChecked} />
        )}
      </Panel>
      <Panel>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={say("account")}
            value={accountId}
            onChoose={setAccountId}
            options={[
              { value: "", label: say("account_new") },
              { value: REPLAY, label: say("account_replay") },
              ...accounts
                .filter(({ mode }) => mode !== REPLAY)
                .map(({ id, label, mode }) => ({
                  value: id,
                  label: say("account_item", { label, mode: say(mode) }),
                })),
            ]}
          />
          {replays && (
            <Field
              label={say("replay_from")}
              hint={say("replay_from_hint")}
              type="date"
              value={day}
              onChange={(event) => setDay(event.target.value)}
              data-testid="replay-from"
            />
          )}
          <Field
            label={say("capital")}
            hint={say("capital_hint")}
            inputMode="decimal"
            value={cash}
            onChange={(event) => setCash(event.target.value.replaceAll(",", "").trim())}
            error={isCashGood ? undefined : say("capital_wrong")}
          />
          <SelectField
            label={say("risk")}
            hint={say("risk_hint")}
            value={risk}
            onChoose={setRisk}
            options={[
              { value: "", label: say("risk_none") },
              ...RISKS.map((value) => ({ value, label: say(value) })),
            ]}
          />
        </div>
        {replays && (
          <p role="status" className="mt-4 text-soft">
            {say("replay_note")}
          </p>
        )}
        {account?.mode === "live" && (
          <p role="status" className="mt-4 text-danger">
            {say("live_warning")}
          </p>
        )}
      </Panel>
      <div>
        <Button type="submit" busy={making.isBusy} data-testid="make-deployment">
          {say(replays ? "make_replay" : "make")}
        </Button>
        <ActionFailure error={making.error} />
      </div>
    </form>
  );
}

/** The server wants an override though the list of tests looked fine, such as a pass under looser limits. */
function isBlockedByStress(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { details } = error;
  const blocker =
    typeof details === "object" && details !== null && "blocker" in details ? details.blocker : "";
  return typeof blocker === "string" && blocker.startsWith("stress_verdict");
}
