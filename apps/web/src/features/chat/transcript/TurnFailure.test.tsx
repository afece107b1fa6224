import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { LanguageProvider } from "../../../i18n/LanguageContext";
import { ModelSettingsLink } from "./TurnFailure";

function drawn(category: string) {
  const detail = {
    class: "ModelRefused",
    message: "",
    category,
    status_code: 401,
    request_id: null,
  };
  render(
    <LanguageProvider storage={localStorage}>
      <ModelSettingsLink failure={{ stream_error: "refused", stream_error_detail: detail }} />
    </LanguageProvider>,
  );
}

it("leads to the settings where only they can mend it", () => {
  drawn("refused");
  expect(screen.getByRole("link").getAttribute("href")).toBe("/settings");
});

it("leads nowhere where sending again is enough", () => {
  drawn("timeout");
  expect(screen.queryByRole("link")).toBeNull();
});
