// The first page: one input for everything, the market, a research report, a strategy, and how good the calls were.
import { useWords } from "../../i18n/words";
import { useTitle } from "../../ui/useTitle";
import { AskAnything } from "./AskAnything";
import { CallsCard } from "./CallsCard";
import { MarketGlance } from "./MarketGlance";
import { ResearchCard } from "./ResearchCard";
import { StrategyCard } from "./StrategyCard";
import { useGlance } from "./useGlance";
import { words } from "./words";

export default function HomePage() {
  const say = useWords(words);
  const glance = useGlance();
  const seen = glance.asked.status === "there" ? glance.asked.value.instruments : [];
  useTitle(say("title"));
  return (
    <article className="mx-auto w-full max-w-7xl space-y-5">
      <header>
        <h1 className="mb-3 text-2xl font-semibold tracking-tight text-balance">
          {say("ask_title")}
        </h1>
        <AskAnything />
      </header>
      <MarketGlance glance={glance} />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <ResearchCard instruments={seen} />
        <StrategyCard instruments={seen} />
      </div>
      <CallsCard />
    </article>
  );
}
