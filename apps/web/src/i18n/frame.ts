// What every page says: the frame, signing in, failures, and the introduction of each place.
import en from "@catalogue/en/page/frame.json";
import zh from "@catalogue/zh/page/frame.json";

export { en, zh };

export type Phrase = keyof typeof zh;
export type Dictionary = Readonly<Record<Phrase, string>>;
