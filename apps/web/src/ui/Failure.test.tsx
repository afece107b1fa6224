import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ApiError } from "../api/error";
import { LanguageProvider } from "../i18n/LanguageContext";
import { FailureText } from "./Failure";

describe("what the server said of a failed request", () => {
  it("is the server's own sentence, with the time to wait in the page's language", async () => {
    show(
      "zh",
      new ApiError(429, "too_many_logins", "失败次数太多：请等待 30 秒。", null, null, 30),
    );
    expect(await screen.findByText("失败次数太多：请等待 30 秒。请在 30 秒后重试。")).toBeDefined();
  });

  it("stays as it is on an English page", () => {
    show("en", new ApiError(404, "unknown_job", "There is no such job."));
    expect(screen.getByText("There is no such job.")).toBeDefined();
  });

  it("keeps its words where they are not the server's own", async () => {
    show("zh", new ApiError(502, "unknown", "Bad gateway of the house"));
    expect(await screen.findByText("Bad gateway of the house")).toBeDefined();
  });
});

function show(language: "zh" | "en", error: ApiError) {
  localStorage.setItem("parley.language", language);
  render(
    <LanguageProvider storage={localStorage}>
      <FailureText error={error} />
    </LanguageProvider>,
  );
}
