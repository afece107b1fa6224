// Who wrote an answer and what it took, as far as that is known.
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import type { Usage } from "../wire";
import { words } from "../words";

export function AnswerFoot({ usage }: { usage: Usage }) {
  const say = useWords(words);
  const format = useFormat();
  const isRules = usage.engine === "rules";
  const parts = [
    isRules ? say("engine_rules") : (usage.model ?? say("engine_llm")),
    typeof usage.total_tokens === "number" &&
      say("tokens", { count: format.number(usage.total_tokens, 0) }),
    usage.cost && say("cost", { cost: format.number(usage.cost, 6) }),
  ].filter(Boolean);
  return (
    <p
      className="text-sm text-soft"
      title={isRules ? say("engine_rules_text") : undefined}
      data-testid="answer-foot"
    >
      {parts.join(" · ")}
    </p>
  );
}
