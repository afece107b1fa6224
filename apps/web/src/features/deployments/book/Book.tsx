// The book of a deployment that was started: money, positions, orders and everything that explains them.
import type { DeploymentDetail } from "../trading";
import { DifferencesPanel } from "./DifferencesPanel";
import { EquityPanel } from "./EquityPanel";
import { FillsPanel } from "./FillsPanel";
import { HistoryPanel } from "./HistoryPanel";
import { LimitsPanel } from "./LimitsPanel";
import { OrdersPanel } from "./OrdersPanel";
import { PositionsPanel } from "./PositionsPanel";
import { SignalsPanel } from "./SignalsPanel";
import { useOrders } from "./useOrders";

interface BookProps {
  deployment: DeploymentDetail;
  beat: number;
  onChanged: () => void;
}

export function Book({ deployment, beat, onChanged }: BookProps) {
  const book = { id: deployment.id, beat };
  const orders = useOrders(book);
  return (
    <>
      <EquityPanel of={book} />
      <PositionsPanel of={book} />
      <OrdersPanel deployment={deployment} orders={orders} />
      <FillsPanel of={book} />
      <LimitsPanel limits={deployment.limits} orders={orders} />
      <SignalsPanel of={book} />
      <DifferencesPanel of={book} money={deployment.money} onLooked={onChanged} />
      <HistoryPanel id={deployment.id} updatedAt={deployment.updated_at} />
    </>
  );
}
