// The studio of one strategy: opened with what is saved, or with the edit that was left here.
import { useState } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import { useWords } from "../../../i18n/words";
import { Asked } from "../../../ui/form/Asked";
import { PageHead } from "../../../ui/PageHead";
import { useTitle } from "../../../ui/useTitle";
import { strategyAddress } from "../addresses";
import type { Strategy } from "../types";
import { Studio } from "./Studio";
import { studioWords } from "./studioWords";

export default function StudioPage({ id }: { id: string }) {
  const { client } = useApi();
  const [round, setRound] = useState(0);
  const asking = useAsked(`${id}/studio/${round}`, (signal) =>
    unwrap(
      client.GET("/api/v1/strategies/{strategy_id}", {
        params: { path: { strategy_id: id } },
        signal,
      }),
    ),
  );
  return (
    <Asked of={asking}>
      {(strategy) => (
        <Opened key={round} strategy={strategy} onChanged={() => setRound((n) => n + 1)} />
      )}
    </Asked>
  );
}

function Opened({ strategy, onChanged }: { strategy: Strategy; onChanged: () => void }) {
  const say = useWords(studioWords);
  const title = say("title", { name: strategy.name });
  useTitle(title);
  return (
    <div className="mx-auto w-full max-w-[100rem]">
      <PageHead
        back={{ href: strategyAddress(strategy.strategy_id), label: say("back") }}
        title={title}
        text={say("kept")}
      />
      <Studio strategy={strategy} onChanged={onChanged} />
    </div>
  );
}
