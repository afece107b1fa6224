import { describe, expect, it } from "vitest";

const modules = import.meta.glob<
  Record<string, { zh: Record<string, string>; en: Record<string, string> }>
>("../**/*ords.ts", { eager: true });
const all = Object.entries(modules)
  .flatMap(([path, module]) =>
    Object.entries(module).map(([name, words]) => [`${path} ${name}`, words] as const),
  )
  .filter(([, words]) => typeof words === "object" && "zh" in words);
const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted();

describe.each(all)("the words of %s", (_, { zh, en }) => {
  it("are the same phrases in both languages, none of them empty", () => {
    expect(Object.keys(en).toSorted()).toEqual(Object.keys(zh).toSorted());
    expect(Object.entries({ ...zh, ...en }).filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  it("leave the same places to fill", () => {
    const differing = Object.keys(zh).filter(
      (name) => `${places(zh[name]!)}` !== `${places(en[name]!)}`,
    );
    expect(differing).toEqual([]);
  });

  it("are Chinese in Chinese and not in English", () => {
    const han = /\p{Script=Han}/u;
    expect(Object.entries(en).filter(([, text]) => han.test(text))).toEqual([]);
  });
});
