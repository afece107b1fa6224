// Catches a page that fails to load or to draw, and offers to load it again.
import { Component, type ReactNode } from "react";
import { useSay } from "../i18n/LanguageContext";
import { Failure } from "../ui/Failure";

interface PageBoundaryProps {
  children: ReactNode;
  /** A whole reload is the default: after a new version only fresh HTML knows the new file names. */
  reload?: () => void;
}

export class PageBoundary extends Component<PageBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return <PageFailure reload={this.props.reload ?? (() => window.location.reload())} />;
  }
}

function PageFailure({ reload }: { reload: () => void }) {
  const say = useSay();
  return (
    <Failure title={say("failure.page")} onRetry={reload}>
      <p>{say("failure.page_text")}</p>
    </Failure>
  );
}
