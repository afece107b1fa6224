// The page of a form that begins with a strategy: its head, the form once the strategies are there, or where to get one.
import type { ComponentType, FormEvent, ReactNode } from "react";
import { useSearch } from "wouter";
import { useWords } from "../../i18n/words";
import { ActionFailure } from "../../ui/ActionFailure";
import { AskedPart } from "../../ui/form/AskedPart";
import { Button } from "../../ui/form/Button";
import { LinkButton } from "../../ui/form/LinkButton";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import type { Action } from "../../ui/useAction";
import { useTitle } from "../../ui/useTitle";
import type { Picked, Strategy } from "./StrategyPick";
import { firstPick, useStrategies } from "./useStrategies";
import { words } from "./words";

export interface FormProps {
  strategies: Strategy[];
  first: Picked;
}

interface FormPageProps {
  title: string;
  text: string;
  back: { href: string; label: string };
  Form: ComponentType<FormProps>;
}

export function FormPage({ title, text, back, Form }: FormPageProps) {
  const search = useSearch();
  const asking = useStrategies();
  useTitle(title);
  return (
    <div className="mx-auto w-full max-w-3xl">
      <PageHead title={title} text={text} back={back} />
      <AskedPart of={asking}>
        {(strategies) => {
          const first = firstPick(strategies, search);
          return first ? <Form strategies={strategies} first={first} /> : <NoStrategies />;
        }}
      </AskedPart>
    </div>
  );
}

function NoStrategies() {
  const say = useWords(words);
  return (
    <Panel>
      <p>{say("no_strategies")}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <LinkButton kind="primary" href="/chat">
          {say("from_chat")}
        </LinkButton>
        <LinkButton href="/strategies">{say("to_strategies")}</LinkButton>
      </div>
    </Panel>
  );
}

interface FormFrameProps {
  testId: string;
  submit: string;
  sending: Action;
  /** Sends, unless something is wrong in the form. */
  onSubmit: () => void;
  children: ReactNode;
}

export function FormFrame({ testId, submit, sending, onSubmit, children }: FormFrameProps) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={send} noValidate data-testid={testId}>
      <Panel>
        <div className="space-y-6">{children}</div>
      </Panel>
      <div className="mt-4">
        <Button type="submit" busy={sending.isBusy}>
          {submit}
        </Button>
        <ActionFailure error={sending.error} />
      </div>
    </form>
  );
}
