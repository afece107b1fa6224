// Exchanges the refresh token for new tokens, once, however many requests and tabs ask at the same time.
import { Unreachable } from "./error";
import type { Tokens } from "./tokens";
import type { Mutex } from "./mutex";
import type { TokenPair } from "./types";

/** What the server said to a refresh token; a failure of the network is thrown instead. */
export type Exchange = (refreshToken: string) => Promise<TokenPair | "refused">;

/** Resolves to true when a usable access token is in hand, false when the session is over. */
export type Renew = (staleAccess: string | null) => Promise<boolean>;

export function createRenewal(tokens: Tokens, mutex: Mutex, exchange: Exchange): Renew {
  return (staleAccess) =>
    mutex(async () => {
      const renewedMeanwhile = tokens.access() !== null && tokens.access() !== staleAccess;
      return renewedMeanwhile || (await exchangeStored(tokens, exchange));
    });
}

// A refresh token works once. Without cross-tab locks another tab may spend it first, so a refusal
// counts only when storage still holds the token that was refused.
async function exchangeStored(tokens: Tokens, exchange: Exchange): Promise<boolean> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const spent = tokens.refresh();
    if (spent === null) {
      tokens.drop("expired");
      return false;
    }
    // oxlint-disable-next-line no-await-in-loop -- each attempt depends on what the last one found
    const answer = await exchange(spent);
    if (tokens.refresh() !== spent) continue;
    if (answer === "refused") tokens.drop("expired");
    else tokens.keep(answer);
    return answer !== "refused";
  }
  throw new Unreachable("the session kept changing in other tabs");
}
