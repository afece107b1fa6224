import { describe, expect, it } from "vitest";

type Sentences = Record<string, string>;
const chinese = import.meta.glob<Sentences>("@catalogue/zh/page/*.json", {
  eager: true,
  import: "default",
});
const english = import.meta.glob<Sentences>("@catalogue/en/page/*.json", {
  eager: true,
  import: "default",
});
const byName = (files: Record<string, Sentences>) =>
  Object.fromEntries(Object.entries(files).map(([path, file]) => [path.split("/").at(-1)!, file]));
const [zhFiles, enFiles] = [byName(chinese), byName(english)];
const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted();
const han = /\p{Script=Han}/u;
// Named in the language that it leads to.
const OTHER_LANGUAGE = "language.switch";

it("every file of the catalogue is there in both languages", () => {
  expect(Object.keys(enFiles).length).toBeGreaterThan(20);
  expect(Object.keys(enFiles)).toEqual(Object.keys(zhFiles));
});

describe.each(Object.keys(zhFiles))("the phrases of %s", (file) => {
  const [zh, en] = [zhFiles[file]!, enFiles[file]!];

  it("are the same in both languages, none of them empty", () => {
    expect(Object.keys(en)).toEqual(Object.keys(zh));
    expect(Object.entries(zh).filter(([, text]) => text.trim() === "")).toEqual([]);
    expect(Object.entries(en).filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  it("leave the same places to fill", () => {
    const differing = Object.keys(zh).filter(
      (name) => `${places(zh[name]!)}` !== `${places(en[name]!)}`,
    );
    expect(differing).toEqual([]);
  });

  it("are not Chinese in English", () => {
    const mixed = Object.keys(en).filter((name) => han.test(en[name]!));
    expect(mixed.filter((name) => name !== OTHER_LANGUAGE)).toEqual([]);
  });
});
