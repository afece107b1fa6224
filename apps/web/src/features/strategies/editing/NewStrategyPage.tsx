// A new strategy: from a template, or from a definition that somebody brings.
import { useState } from "react";
import { useWords } from "../../../i18n/words";
import { Choice } from "../../../ui/form/Choice";
import { PageHead } from "../../../ui/PageHead";
import { useTitle } from "../../../ui/useTitle";
import { STRATEGIES } from "../addresses";
import { newWords } from "./newWords";
import { TemplatePicker } from "./TemplatePicker";
import { TextEditor } from "./TextEditor";
import { words } from "../words";

export default function NewStrategyPage() {
  const say = useWords(newWords);
  const sayList = useWords(words);
  const [way, setWay] = useState<"template" | "text">("template");
  useTitle(say("title"));
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHead
        back={{ href: STRATEGIES, label: sayList("back") }}
        title={say("title")}
        text={say("text")}
      />
      <div className="mb-5">
        <Choice
          label={say("way")}
          options={[
            { value: "template", label: say("way_template") },
            { value: "text", label: say("way_text") },
          ]}
          value={way}
          onChoose={setWay}
        />
      </div>
      {way === "template" ? <TemplatePicker /> : <TextEditor />}
    </div>
  );
}
