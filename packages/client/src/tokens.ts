/** What login and refresh hand out, as kept between calls. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Names this browser to the server (`X-Unique-Id`). */
  readonly uniqueId: string;
  /** Whose session it is. */
  readonly userId?: number | undefined;
}

/** Where tokens live: memory, or the browser's storage shared by its tabs. */
export interface TokenStore {
  read(): Tokens | undefined;
  /** `undefined` forgets the session. */
  write(tokens: Tokens | undefined): void;
}

/** Tokens that end with the program. */
export function memoryTokens(): TokenStore {
  let kept: Tokens | undefined;
  return {
    read: () => kept,
    write: (tokens) => {
      kept = tokens;
    },
  };
}
