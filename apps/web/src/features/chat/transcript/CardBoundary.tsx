// Keeps a card that fails to load or to draw from taking the conversation with it.
import { Component, type ReactNode } from "react";
import { useWords } from "../../../i18n/words";
import { words } from "../words";

export class CardBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <CardFailure /> : this.props.children;
  }
}

function CardFailure() {
  const say = useWords(words);
  return (
    <p role="alert" className="rounded-lg border border-line bg-well p-3 text-soft">
      {say("card_failed")}
    </p>
  );
}
