/** How a block is left. */
export interface Flow {
  /** Whether the line behind it may be reached. */
  readonly falls: boolean;
  /** Whether every way to there waits for something. */
  readonly waits: boolean;
}

type Way = readonly [flow: Flow, names: Set<string>];

/** What has a value on both ways, of those that reach the line behind them. */
export function mergeWays([yes, a]: Way, [no, b]: Way): Set<string> {
  if (!yes.falls) return b;
  if (!no.falls) return a;
  return new Set([...a].filter((name) => b.has(name)));
}
