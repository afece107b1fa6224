// What can be done with a backtest: save it, see its strategy, test on, delete it.
import { useState } from "react";
import { useLocation } from "wouter";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useLanguage } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { Button } from "../../ui/form/Button";
import { Confirm } from "../../ui/form/Confirm";
import { ActionFailure } from "../../ui/ActionFailure";
import { LinkButton } from "../../ui/form/LinkButton";
import { type BacktestDetail, isUnderWay } from "./report/report";
import { saveFile } from "../../api/saveFile";
import { type Action, useAction } from "../../ui/useAction";
import { words } from "./words";

export function BacktestActions({ backtest }: { backtest: BacktestDetail }) {
  const say = useWords(words);
  // One at a time, whichever it is.
  const doing = useAction((work: () => Promise<void>) => work());
  const { strategy_id: strategyId } = backtest;
  return (
    <div className="mb-6">
      <div className="flex flex-wrap gap-2">
        {strategyId !== null && (
          <>
            <LinkButton href={`/strategies/${strategyId}`}>{say("go_strategy")}</LinkButton>
            <LinkButton href={`/backtests/new?strategy_id=${strategyId}`}>
              {say("again")}
            </LinkButton>
          </>
        )}
        {backtest.status === "done" && <Exports backtest={backtest} doing={doing} />}
        {!isUnderWay(backtest.status) && <Delete id={backtest.id} doing={doing} />}
      </div>
      <ActionFailure error={doing.error} />
    </div>
  );
}

interface PartProps {
  doing: Action<[() => Promise<void>]>;
}

function Exports({ backtest, doing }: PartProps & { backtest: BacktestDetail }) {
  const say = useWords(words);
  const api = useApi();
  const { language } = useLanguage();
  const save = (kind: "html" | "markdown") =>
    doing.run(() => saveFile(api, `/api/v1/backtests/${backtest.id}/${kind}?language=${language}`));
  return (
    <>
      <Button kind="quiet" disabled={doing.isBusy} onClick={() => void save("html")}>
        {say("html")}
      </Button>
      <Button kind="quiet" disabled={doing.isBusy} onClick={() => void save("markdown")}>
        {say("markdown")}
      </Button>
    </>
  );
}

function Delete({ id, doing }: PartProps & { id: string }) {
  const say = useWords(words);
  const api = useApi();
  const [isAsking, setAsking] = useState(false);
  const [, go] = useLocation();
  const remove = async () => {
    const isDone = await doing.run(async () => {
      const params = { path: { backtest_id: id } };
      await unwrap(api.client.DELETE("/api/v1/backtests/{backtest_id}", { params }));
    });
    setAsking(false);
    if (isDone) go("/backtests", { replace: true });
  };
  return (
    <>
      <Button kind="danger" disabled={doing.isBusy} onClick={() => setAsking(true)}>
        {say("delete")}
      </Button>
      {isAsking && (
        <Confirm
          title={say("delete_title")}
          action={say("delete")}
          busy={doing.isBusy}
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        >
          <p>{say("delete_text")}</p>
        </Confirm>
      )}
    </>
  );
}
