import { randomBytes } from 'node:crypto';

/** s for which a link waits to be followed. */
const waitsSeconds = 60;
/** Links that wait; beyond, the oldest is forgotten. */
const mostAPerson = 10;
const mostInAll = 500;

export interface Links<T> {
  /** Keeps a thing for who comes with the token. */
  offer(userId: number, thing: T): string;
  /** The thing of a token, which stays. */
  look(token: string): T | undefined;
  /** The thing of a token, once. */
  take(token: string): T | undefined;
}

/** Links that work once and for a minute: whoever has one needs no session. */
export function createLinks<T>(): Links<T> {
  const waiting = new Map<string, { readonly thing: T; readonly userId: number; readonly late: NodeJS.Timeout }>();
  const take = (token: string) => {
    const found = waiting.get(token);
    clearTimeout(found?.late);
    waiting.delete(token);
    return found?.thing;
  };
  const forgetOldest = (tokens: readonly string[], most: number) => {
    for (const token of tokens.slice(0, Math.max(0, tokens.length - most + 1))) take(token);
  };
  return {
    look: (token) => waiting.get(token)?.thing,
    take,
    offer(userId, thing) {
      forgetOldest(
        [...waiting].filter(([, link]) => link.userId === userId).map(([token]) => token),
        mostAPerson,
      );
      forgetOldest([...waiting.keys()], mostInAll);
      const token = randomBytes(24).toString('base64url');
      const late = setTimeout(() => waiting.delete(token), waitsSeconds * 1000).unref();
      waiting.set(token, { thing, userId, late });
      return token;
    },
  };
}
