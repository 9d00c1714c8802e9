/** What a siege did to the product, and what that did to it. */
export interface SiegeReport {
  /** How often what was done, in the order of telling: `kills of the server`, `malformed packets`. */
  readonly did: Readonly<Record<string, number>>;
  /** One sentence each: a sample, a record, a row that is not as it was. */
  readonly lost: readonly string[];
  /** One sentence each: a request that met a bug. */
  readonly serverErrors: readonly string[];
  /** Ends of the program that the siege did not bring about. */
  readonly ended: number;
  /** Figures worth keeping: resident memory, the slowest answer. */
  readonly measured?: Readonly<Record<string, string>>;
}

export interface SiegeOptions {
  /** Same seed, same faults in the same order. */
  readonly seed: number;
  /** Share of the full siege, 0 … 1; a small one takes a minute. */
  readonly share: number;
  /** How often a siege that is played in runs is played; its share of the full one otherwise. */
  readonly runs?: number;
  /** A line on the way. */
  readonly tell: (line: string) => void;
}

/** One file `*.siege.ts` exports one of these as `siege`. */
export interface Siege {
  /** On the command line. */
  readonly name: string;
  run(options: SiegeOptions): Promise<SiegeReport>;
}

/** What is lost, told as it is found: what ends a siege early hides nothing. */
export interface Losses {
  add(sentences: readonly string[]): void;
  readonly all: readonly string[];
}

export function collectLosses(tell: (line: string) => void): Losses {
  const all: string[] = [];
  return {
    all,
    add(sentences) {
      for (const sentence of sentences) tell(`LOST  ${sentence}`);
      all.push(...sentences);
    },
  };
}

export function isHeld({ lost, serverErrors, ended }: SiegeReport): boolean {
  return lost.length === 0 && serverErrors.length === 0 && ended === 0;
}

/** The last line that a siege prints. */
export function verdictOf({ lost, serverErrors, ended }: SiegeReport): string {
  return `${lost.length} lost, ${serverErrors.length} × 500, ${ended} ended`;
}
