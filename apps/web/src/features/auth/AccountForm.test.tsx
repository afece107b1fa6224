import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { en } from "../../i18n/frame";
import { failure, FakeServer } from "../../testing/FakeServer";
import { renderApp } from "../../testing/renderApp";

const email = () => screen.findByLabelText<HTMLInputElement>(en["auth.email"]);
const submit = () => screen.getByRole<HTMLButtonElement>("button", { name: en["auth.sign_in"] });
const password = () => screen.getByLabelText<HTMLInputElement>(en["auth.password"]);

async function filled(address: string, secret: string, server = new FakeServer()) {
  const page = renderApp(address, server);
  await page.user.type(await email(), "lin@example.com");
  await page.user.type(password(), secret);
  return page;
}

describe("registering", () => {
  it("makes an account and opens the app with it", async () => {
    const { user } = await filled("/register?next=/settings", "correct horse");
    await user.type(screen.getByLabelText(/^Name/), "Lin");
    await user.click(screen.getByRole("button", { name: en["auth.register"] }));
    await waitFor(() => expect(window.location.pathname).toBe("/settings"));
    expect((await screen.findByTestId("account-menu")).textContent).toContain("Lin");
  });

  it("catches a short password before asking the server, and puts the cursor there", async () => {
    const { user, server } = await filled("/register", "short");
    await user.click(screen.getByRole("button", { name: en["auth.register"] }));
    expect(screen.getByRole("alert").textContent).toBe(en["auth.check_fields"]);
    expect(screen.getByText(en["auth.password_short"])).toBeTruthy();
    expect(document.activeElement).toBe(password());
    expect(password().getAttribute("aria-invalid")).toBe("true");
    expect(server.requests).not.toContain("POST /api/v1/auth/register");
  });

  it("shows the server's own words when the email is taken", async () => {
    const server = new FakeServer();
    server.account("lin@example.com", "another horse");
    const { user } = await filled("/register", "correct horse", server);
    await user.click(screen.getByRole("button", { name: en["auth.register"] }));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "This email already has an account.",
    );
  });
});

describe("signing in", () => {
  it.each([
    [
      "how long to wait",
      failure(429, "too_many", "Too many attempts.", { "retry-after": "30" }),
      "Try again in 30 seconds.",
    ],
    [
      "the request id of a fault",
      failure(500, "internal", "Something broke.", { "x-request-id": "r-7" }),
      "Request ID r-7",
    ],
    ["the status when no reason came", new Response("<html>", { status: 502 }), "status 502"],
  ])("shows %s", async (_what, answer, sentence) => {
    const { user, server } = await filled("/sign-in", "correct horse");
    server.nextAnswer = answer;
    await user.click(submit());
    expect((await screen.findByRole("alert")).textContent).toContain(sentence);
  });

  it("is busy while the server thinks, and cannot be sent twice", async () => {
    const server = new FakeServer();
    const { user } = await filled("/sign-in", "correct horse", server);
    const { promise, resolve: release } = Promise.withResolvers<void>();
    server.hold = promise;
    await user.click(submit());
    const busy = screen.getByRole<HTMLButtonElement>("button", { name: en["auth.signing_in"] });
    expect(busy.disabled).toBe(true);
    release();
    expect((await screen.findByRole("alert")).textContent).toBe("Email or password is wrong.");
    expect(submit().disabled).toBe(false);
  });

  it("can show the password, and tells password managers what it is", async () => {
    const { user } = await filled("/sign-in", "correct horse");
    expect(password().type).toBe("password");
    expect(password().autocomplete).toBe("current-password");
    await user.click(screen.getByRole("button", { name: en["auth.show_password"] }));
    expect(password().type).toBe("text");
  });

  it("lets the local owner go on without an account", async () => {
    const { user } = await filled("/sign-in?next=/data", "x");
    await user.click(screen.getByRole("link", { name: en["auth.stay_owner"] }));
    expect(await screen.findByTestId("empty-data")).toBeTruthy();
  });
});
