// Draws a card: a closed map, so that a new kind of card does not compile without a drawing.
import { type ComponentType, lazy, Suspense } from "react";
import type { CardProps, CardType, GenUi } from "../../cards";
import { CardBoundary } from "./CardBoundary";

type Drawings = { [T in CardType]: ComponentType<CardProps<T>> };

const DRAWINGS: Drawings = {
  choice_prompt: lazy(() => import("../cards/ChoicePromptCard")),
  proposal: lazy(() => import("../cards/ProposalCard")),
  data_fetch: lazy(() => import("../../data/cards/DataFetchCardView")),
  tradingview_chart: lazy(() => import("../../backtests/cards/PriceChartCard")),
  strategy_ref: lazy(() => import("../../strategies/cards/StrategyRefCard")),
  strategy_card: lazy(() => import("../../strategies/cards/StrategyCardView")),
  backtest_charts: lazy(() => import("../../backtests/cards/BacktestChartsCard")),
  stress_report: lazy(() => import("../../stress/cards/StressReportCard")),
  research_report: lazy(() => import("../../research/cards/ResearchReportCard")),
  debate_card: lazy(() => import("../../research/cards/DebateCardView")),
  deployment_status: lazy(() => import("../../deployments/cards/DeploymentStatusCardView")),
  approval_request: lazy(() => import("../../deployments/cards/ApprovalRequestCardView")),
};

export function CardView(props: CardProps<CardType>) {
  // A card that an older server stored and this page does not know is left out.
  if (!Object.hasOwn(DRAWINGS, props.card.type)) return null;
  const Drawing = DRAWINGS[props.card.type] as ComponentType<CardProps<GenUi["type"]>>;
  return (
    <div data-testid={`card-${props.card.type}`}>
      <CardBoundary>
        <Suspense fallback={<div className="h-24 animate-pulse rounded-lg bg-well" />}>
          <Drawing {...props} />
        </Suspense>
      </CardBoundary>
    </div>
  );
}
