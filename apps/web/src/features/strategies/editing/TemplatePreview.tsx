// The curve of a template, when somebody asks for it: whoever sees it has looked, so it counts as a trial.
import { useState } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { ActionFailure } from "../../../ui/ActionFailure";
import { Button } from "../../../ui/form/Button";
import { Sparkline } from "../../../ui/lines/Sparkline";
import { useAction } from "../../../ui/useAction";
import type { DraftResult } from "../studio/useInstantRun";
import type { Document } from "../types";
import { newWords } from "./newWords";

export function TemplatePreview({ document, name }: { document: Document; name: string }) {
  const say = useWords(newWords);
  const format = useFormat();
  const { client } = useApi();
  const [result, setResult] = useState<DraftResult | null>(null);
  const running = useAction(async () => {
    const body = { document, editor: name.slice(0, 36) };
    const params = { query: { points: 120 } };
    setResult(await unwrap(client.POST("/api/v1/backtests/drafts", { params, body })));
  });
  if (result === null)
    return (
      <div>
        <Button
          kind="quiet"
          busy={running.isBusy}
          aria-label={`${say("preview_run")}: ${name}`}
          onClick={() => void running.run()}
        >
          {say("preview_run")}
        </Button>
        <p className="mt-1 text-sm text-soft">{say("preview_counts")}</p>
        <ActionFailure error={running.error} />
      </div>
    );
  const { figures, curve } = result;
  return (
    <div data-testid="template-preview">
      <Sparkline time={curve.time} value={curve.equity} />
      <p className="mt-1 text-sm text-soft tabular-nums">
        {say("preview_result", {
          return: format.signedPercent(figures.total_return),
          hold: format.signedPercent(figures.benchmark_return),
          drawdown: format.percent(figures.max_drawdown),
          trials: format.number(result.trials, 0),
        })}
      </p>
    </div>
  );
}
