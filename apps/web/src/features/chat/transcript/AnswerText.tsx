// The text of an answer as Markdown; while it streams, drawing it never holds up what a person does.
import { lazy, memo, Suspense, useDeferredValue } from "react";

const Markdown = lazy(() => import("../../../ui/Markdown"));

export const AnswerText = memo(function AnswerText({ text }: { text: string }) {
  const drawn = useDeferredValue(text);
  return (
    <Suspense fallback={<p className="break-words whitespace-pre-wrap">{drawn}</p>}>
      <Markdown text={drawn} />
    </Suspense>
  );
});
