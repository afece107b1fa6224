import { expect, test } from "vitest";
import { trend } from "../testing";
import { nearestPlace, placesIn } from "./places";
import { asYaml } from "./writing";

const stop = "/trade/long/exits/0/stop/value";

test.each([
  ["json", JSON.stringify(trend, null, 2)],
  ["yaml", asYaml(trend)],
])("every value of a %s text is found by its pointer", (_, text) => {
  const places = placesIn(text);
  const read = (pointer: string) => {
    const place = places.get(pointer)!;
    return [text.slice(place.start, place.end), text.split("\n")[place.line]!.trim()];
  };
  expect(read(stop)[0]).toBe("2.5");
  expect(read(stop)[1]).toContain("value");
  expect(read("/factors/ema_slow/params/period")[0]).toBe("30");
  expect(read("/universe/tickers/0")[0]).toContain("DEMO1.SZ");
  expect(read("/trade/long/entry/condition/all/1/cmp/right")[0]).toBe("20");
});

test("what stands before a fault keeps its place", () => {
  const places = placesIn('{\n  "a": {"b": 1},\n  "c": [2, oops\n');
  expect(places.get("/a/b")).toMatchObject({ line: 1 });
  expect(places.get("/c/0")).toMatchObject({ line: 2 });
});

test("a missing value is shown at the nearest one around it", () => {
  const places = placesIn("a:\n  b:\n    c: 1\nd: 2");
  expect(nearestPlace(places, "/a/b/x/y")).toMatchObject({ line: 1 });
  expect(nearestPlace(places, "/unknown")).toBeNull();
});

test("lists inside lists, comments and quotes do not lead astray", () => {
  const places = placesIn(
    '# rules\nall:\n- any:\n  - cmp: 1 # one\n  - "x y": 2\n- cmp: 3\nend: "4"',
  );
  expect(places.get("/all/0/any/0/cmp")).toMatchObject({ line: 3 });
  expect(places.get("/all/0/any/1/x y")).toMatchObject({ line: 4 });
  expect(places.get("/all/1/cmp")).toMatchObject({ line: 5 });
  expect(places.get("/end")).toMatchObject({ line: 6 });
});
