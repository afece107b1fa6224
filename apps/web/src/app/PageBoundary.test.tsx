import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { en } from "../i18n/frame";
import { LanguageProvider } from "../i18n/LanguageContext";
import { PageBoundary } from "./PageBoundary";

function BrokenPage(): never {
  throw new Error("Failed to fetch dynamically imported module");
}

describe("a page that fails to load", () => {
  it("says so and offers to load again", async () => {
    const silenced = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const reload = vi.fn<() => void>();
    render(
      <LanguageProvider storage={localStorage}>
        <PageBoundary reload={reload}>
          <BrokenPage />
        </PageBoundary>
      </LanguageProvider>,
    );
    expect(screen.getByRole("alert").textContent).toContain(en["failure.page"]);
    await userEvent.click(screen.getByRole("button", { name: en["failure.try_again"] }));
    expect(reload).toHaveBeenCalledOnce();
    silenced.mockRestore();
  });
});
