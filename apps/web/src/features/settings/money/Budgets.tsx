// Each budget: how much of it is gone, as a bar where there is a limit.
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Progress } from "../../../ui/Progress";
import { useDollars } from "../dollars";
import { words } from "../words";
import type { Budget } from "./usage";

export function Budgets({ budgets }: { budgets: readonly Budget[] }) {
  return (
    <ul className="space-y-3">
      {budgets.map((budget) => (
        <li key={budget.name}>
          <BudgetLine budget={budget} />
        </li>
      ))}
    </ul>
  );
}

function BudgetLine({ budget }: { budget: Budget }) {
  const say = useWords(words);
  const format = useFormat();
  const dollars = useDollars();
  const { money_limit, token_limit, spent, reserved } = budget;
  const phrase = `budget_${budget.name}`;
  const name = isBudgetPhrase(phrase) ? say(phrase) : budget.name;
  const whole = (count: number) => format.number(count, 0);
  if (money_limit === null && token_limit === null)
    return (
      <p className="text-sm">
        {say("budget_free", { name, spent: dollars(spent.money), tokens: whole(spent.tokens) })}
      </p>
    );
  return (
    <div className="space-y-2">
      {money_limit !== null && (
        <Progress
          value={spent.money === null ? null : share(Number(spent.money), Number(money_limit))}
          label={say("budget_money", {
            name,
            spent: dollars(spent.money),
            limit: dollars(money_limit),
            reserved: dollars(reserved.money),
          })}
        />
      )}
      {token_limit !== null && (
        <Progress
          value={share(spent.tokens, token_limit)}
          label={say("budget_tokens", {
            name,
            spent: whole(spent.tokens),
            limit: whole(token_limit),
            reserved: whole(reserved.tokens),
          })}
        />
      )}
    </div>
  );
}

/** A limit of nothing is used up. */
function share(spent: number, limit: number): number {
  return limit > 0 ? Math.min(1, spent / limit) : 1;
}

function isBudgetPhrase(phrase: string): phrase is "budget_user" | "budget_day" | "budget_run" {
  return ["budget_user", "budget_day", "budget_run"].includes(phrase);
}
