// The form of a new backtest; what is sent leads to its page, where its progress is shown.
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useWords } from "../../i18n/words";
import { Button } from "../../ui/form/Button";
import { Field } from "../../ui/form/Field";
import { Panel } from "../../ui/Panel";
import { CostFields } from "./CostFields";
import { ActionFailure } from "../../ui/ActionFailure";
import { bodyOf, createKeys, isClean, type Order, type Problem, problemsOf } from "./order";
import { type StrategyChoice, StrategyFields } from "./StrategyFields";
import { useAction } from "../../ui/useAction";
import { words } from "./words";

interface OrderFormProps {
  strategies: readonly StrategyChoice[];
  start: Order;
}

export function OrderForm({ strategies, start }: OrderFormProps) {
  const say = useWords(words);
  const api = useApi();
  const [, go] = useLocation();
  const [order, setOrder] = useState(start);
  const [isChecked, setChecked] = useState(false);
  const [keyOf] = useState(createKeys);
  const { isBusy, error, run } = useAction(async () => {
    const body = bodyOf(order);
    const sent = { ...body, idempotency_key: keyOf(body) };
    const { id } = await unwrap(api.client.POST("/api/v1/backtests", { body: sent }));
    go(`/backtests/${id}`);
  });
  const problems = isChecked ? problemsOf(order) : {};
  const change = (part: Partial<Order>) => setOrder((old) => ({ ...old, ...part }));
  const said = (problem: Problem | undefined) => (problem ? say(problem) : undefined);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isClean(problemsOf(order))) void run();
  };

  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <Panel>
        <div className="grid gap-4 sm:grid-cols-2">
          <StrategyFields
            strategies={strategies}
            order={order}
            error={said(problems.strategyId)}
            onChange={change}
          />
          <Field
            label={say("start")}
            type="date"
            hint={say("period_hint")}
            value={order.start}
            onChange={(event) => change({ start: event.target.value })}
          />
          <Field
            label={say("end")}
            type="date"
            hint={say("period_hint")}
            value={order.end}
            error={said(problems.end)}
            onChange={(event) => change({ end: event.target.value })}
          />
          <Field
            label={say("cash")}
            inputMode="decimal"
            hint={say("cash_hint")}
            value={order.cash}
            error={said(problems.cash)}
            onChange={(event) => change({ cash: event.target.value })}
          />
          <Field
            label={say("leverage")}
            inputMode="decimal"
            hint={say("leverage_hint")}
            value={order.leverage}
            error={said(problems.leverage)}
            onChange={(event) => change({ leverage: event.target.value })}
          />
        </div>
      </Panel>
      <CostFields order={order} problems={problems} onChange={change} />
      <Button type="submit" busy={isBusy} data-testid="backtest-submit">
        {say("submit")}
      </Button>
      <ActionFailure error={error} />
    </form>
  );
}
