import { expect, test } from "vitest";
import { trend } from "../testing";
import { asText, asYaml, withNumber } from "./writing";

test("another number leaves the rest of the text as it was typed", () => {
  const text = '{ "factors":   {"a": {"params": {"period": 10}}}, "x": 1 }';
  const document = JSON.parse(text);
  const changed = withNumber(text, document, "/factors/a/params/period", 12);
  expect(changed.text).toBe('{ "factors":   {"a": {"params": {"period": 12}}}, "x": 1 }');
  expect(changed.document).toEqual(JSON.parse(changed.text));
  expect(document.factors.a.params.period).toBe(10);
});

test("a number that the text leaves out is written into it", () => {
  const document = { factors: { a: { type: "rsi" } } };
  const changed = withNumber(asText(document, "json"), document, "/factors/a/params/period", 9);
  expect(JSON.parse(changed.text)).toEqual({
    factors: { a: { type: "rsi", params: { period: 9 } } },
  });
});

test("a number changes in YAML too", () => {
  const pointer = "/trade/long/exits/0/stop/value";
  const { text } = withNumber(asYaml(trend), trend, pointer, 3);
  expect(text).toContain("value: 3\n");
  expect(text.replace("value: 3\n", "value: 2.5\n")).toBe(asYaml(trend));
});

test("what YAML would read as something else is quoted", () => {
  expect(asYaml({ tickers: ["ON", "0700.HK", "A B"], on: "1d", empty: {}, note: "a: b" })).toBe(
    'tickers:\n  - "ON"\n  - "0700.HK"\n  - A B\n"on": "1d"\nempty: {}\nnote: "a: b"\n',
  );
});
