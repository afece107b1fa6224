// How the files are read: open questions with their proposed answers first, then every other guess; each can be changed.
import { useState } from "react";
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { Field } from "../../../ui/form/Field";
import { SelectField } from "../../../ui/form/SelectField";
import { Panel } from "../../../ui/Panel";
import {
  type DataImport,
  type Guess,
  isWritten,
  labelOf,
  optionsOf,
  proposedAnswers,
  questionsOf,
  statementsOf,
} from "./model";
import { words } from "./words";

interface GuessesProps {
  found: DataImport;
  isBusy: boolean;
  onAnswer: (answers: Record<string, string>) => void;
}

export function Questions({ found, isBusy, onAnswer }: GuessesProps) {
  const say = useWords(words);
  const questions = questionsOf(found);
  const proposed = proposedAnswers(found);
  if (questions.length === 0) return null;
  return (
    <Panel title={say("questions")} className="border-accent">
      <p className="mb-4 text-soft">{say("questions_text")}</p>
      <ul className="grid gap-4">
        {questions.map((guess) => (
          <li key={guess.key} className="rounded-md bg-accent-soft p-3">
            <Asked guess={guess} isBusy={isBusy} onAnswer={onAnswer} />
          </li>
        ))}
      </ul>
      {Object.keys(proposed).length > 1 && (
        <Button className="mt-4" busy={isBusy} onClick={() => onAnswer(proposed)}>
          {say("accept_all")}
        </Button>
      )}
    </Panel>
  );
}

export function Readings({ found, isBusy, onAnswer }: GuessesProps) {
  const say = useWords(words);
  const guesses = statementsOf(found);
  if (guesses.length === 0) return null;
  return (
    <Panel title={say("guesses")}>
      <p className="mb-4 text-soft">{say("guesses_text")}</p>
      <ul className="grid gap-5 md:grid-cols-2">
        {guesses.map((guess) => (
          <li key={guess.key} className="min-w-0">
            {isWritten(guess) ? (
              <Written guess={guess} action={say("apply")} isBusy={isBusy} onAnswer={onAnswer} />
            ) : (
              <SelectField
                label={labelOf(guess, say)}
                hint={reasonOf(guess)}
                options={optionsOf(guess, say)}
                value={guess.value}
                onChoose={(value) => onAnswer({ [guess.key]: value })}
              />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface OneGuess {
  guess: Guess;
  isBusy: boolean;
  onAnswer: (answers: Record<string, string>) => void;
}

/** A question is answered by a button: the proposed answer may be the right one. */
function Asked({ guess, isBusy, onAnswer }: OneGuess) {
  const say = useWords(words);
  const options = optionsOf(guess, say).filter(({ value }) => value !== "");
  const [chosen, setChosen] = useState(guess.value || (options[0]?.value ?? ""));
  if (isWritten(guess))
    return <Written guess={guess} action={say("accept")} isBusy={isBusy} onAnswer={onAnswer} />;
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className="min-w-56 flex-1">
        <SelectField
          label={labelOf(guess, say)}
          hint={reasonOf(guess)}
          options={options}
          value={chosen}
          onChoose={setChosen}
        />
      </div>
      <Button className="sm:mt-7" busy={isBusy} onClick={() => onAnswer({ [guess.key]: chosen })}>
        {say("accept")}
      </Button>
    </div>
  );
}

function Written({ guess, action, isBusy, onAnswer }: OneGuess & { action: string }) {
  const say = useWords(words);
  const [text, setText] = useState(guess.value);
  const isNew = text.trim() !== guess.value && text.trim() !== "";
  return (
    <form
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isNew) onAnswer({ [guess.key]: text.trim() });
      }}
    >
      <div className="min-w-40 flex-1">
        <Field
          label={labelOf(guess, say)}
          hint={reasonOf(guess)}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Button type="submit" kind="quiet" className="sm:mt-7" disabled={!isNew || isBusy}>
        {action}
      </Button>
    </form>
  );
}

function reasonOf({ why, symbols }: Guess): string {
  return symbols.length > 1 ? `${why} (${symbols.length})` : why;
}
