// The definition that runs, behind a toggle: as JSON or YAML, to copy and to download.
import { useState } from "react";
import { unwrap } from "../../../api/client";
import { useApi } from "../../../api/ApiContext";
import { useAsked } from "../../../api/useAsked";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { Choice } from "../../../ui/form/Choice";
import { Disclosure } from "../../../ui/Disclosure";
import { DefinitionText } from "./DefinitionText";
import type { Document } from "../types";
import { words } from "../words";

type Format = "json" | "yaml";

interface DefinitionProps {
  document: Document;
  /** The stored version that it is; YAML is written by the server, so only stored ones have it. */
  stored?: { strategyId: string; version: number } | undefined;
}

export function Definition({ document, stored }: DefinitionProps) {
  const say = useWords(words);
  const [format, setFormat] = useState<Format>("json");
  return (
    <div data-testid="strategy-dsl-toggle">
      <Disclosure summary={say("definition")}>
        {stored && (
          <div className="mb-3">
            <Choice
              label={say("definition_format")}
              options={[
                { value: "json", label: "JSON" },
                { value: "yaml", label: "YAML" },
              ]}
              value={format}
              onChoose={setFormat}
            />
          </div>
        )}
        {stored && format === "yaml" ? (
          <Yaml {...stored} />
        ) : (
          <DefinitionText
            text={JSON.stringify(document, null, 2)}
            fileName={fileName("json", stored)}
          />
        )}
      </Disclosure>
    </div>
  );
}

function Yaml({ strategyId, version }: { strategyId: string; version: number }) {
  const { client } = useApi();
  const asking = useAsked(`${strategyId}/${version}/yaml`, (signal) =>
    unwrap(
      client.GET("/api/v1/strategies/{strategy_id}/yaml", {
        params: { path: { strategy_id: strategyId }, query: { version } },
        parseAs: "text",
        signal,
      }),
    ),
  );
  return (
    <AskedPart of={asking}>
      {(text) => (
        <DefinitionText text={text} fileName={fileName("yaml", { strategyId, version })} />
      )}
    </AskedPart>
  );
}

function fileName(format: Format, stored: DefinitionProps["stored"]): string {
  const name = stored ? `strategy-${stored.strategyId}-v${stored.version}` : "strategy-draft";
  return `${name}.${format}`;
}
