// What somebody typed into the one input: perhaps an instrument, else a message for the conversation.

const MOST_WORDS = 4;
const LONGEST = 40;
const SENTENCE = /[?？!！。；;<>＜＞%％]|\b(buy|sell|when|if|what|why|how|below|above|cross)/i;
const CHINESE = /\p{Script=Han}/u;
const LONGEST_CHINESE = 10;

/** Whether it is worth asking which instrument goes by it; sentences are not names. */
export function mayNameInstrument(typed: string): boolean {
  const text = typed.trim();
  if (text === "" || text.length > LONGEST || SENTENCE.test(text)) return false;
  if (CHINESE.test(text)) return text.length <= LONGEST_CHINESE;
  return text.split(/\s+/).length <= MOST_WORDS;
}
