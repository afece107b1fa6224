import { describe, expect, it } from "vitest";
import { slipsInRegistration, slipsInSignIn } from "./checks";

const good = { name: "", email: "lin@example.com", password: "correct horse" };

describe("the registration form", () => {
  it("passes with an email and a long enough password; a name is optional", () => {
    expect(slipsInRegistration(good)).toEqual({});
  });

  it.each([
    ["", "auth.email_missing"],
    ["lin", "auth.email_malformed"],
    ["lin@", "auth.email_malformed"],
    ["lin @example.com", "auth.email_malformed"],
  ])("does not take %j for an email", (email, slip) => {
    expect(slipsInRegistration({ ...good, email }).email).toBe(slip);
  });

  it.each([
    ["", "auth.password_missing"],
    ["123456789", "auth.password_short"],
    ["一二三四五六七八九", "auth.password_short"],
    ["🙂".repeat(9), "auth.password_short"],
    ["x".repeat(201), "auth.password_long"],
  ])("does not take %j for a password", (password, slip) => {
    expect(slipsInRegistration({ ...good, password }).password).toBe(slip);
  });

  it.each(["x".repeat(10), "x".repeat(200), "🙂".repeat(200)])(
    "takes %j for a password",
    (password) => {
      expect(slipsInRegistration({ ...good, password })).toEqual({});
    },
  );
});

describe("the sign-in form", () => {
  it("leaves the judgement of a short password to the server", () => {
    expect(slipsInSignIn({ ...good, password: "short" })).toEqual({});
    expect(slipsInSignIn({ ...good, password: "" }).password).toBe("auth.password_missing");
  });
});
