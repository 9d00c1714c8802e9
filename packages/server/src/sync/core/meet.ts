/** How far a hub has read and told its cloud. */
export interface Progress {
  readonly epoch: string;
  readonly reach: string;
  readonly cloudNode: string;
  readonly received: number;
  readonly sent: number;
}

/** What a cloud says of itself. */
export interface Welcome {
  readonly node: string;
  readonly epoch: string;
  readonly reach: string;
  /** The last round of this hub that the cloud had heard of before this one; a cloud of an older version does not say. */
  readonly known?: number | undefined;
}

/** Rounds of a hub: each greeting has a number of its own. */
export interface Rounds {
  /** The last one that was begun. */
  readonly begun: number;
  /** The last one that the cloud answered. */
  readonly answered: number;
}

/** What became of the two databases since they met. */
export type SetBack = 'hub' | 'cloud' | undefined;

/**
 * Whether one of the two was set back to an earlier state of its database: a cloud then knows no round that it has answered, a
 * hub hears of one that it has never begun. `rounds`: as they were before this greeting.
 */
export function whoWasSetBack({ begun, answered }: Rounds, known: number | undefined): SetBack {
  if (known === undefined) return undefined;
  if (known < answered) return 'cloud';
  return known > begun ? 'hub' : undefined;
}

/**
 * Where the exchange goes on. What was refused because it was nobody's business there is told once more when that changes; a
 * cloud that is another one, and a server that was set back, hear everything.
 */
export function goOnFrom(before: Progress | undefined, welcome: Welcome, setBack: SetBack): Progress {
  const { node, epoch, reach } = welcome;
  const goesOn = before?.epoch === epoch && before.reach === reach && setBack === undefined;
  const [received, sent] = goesOn ? [before.received, before.sent] : [0, 0];
  return { epoch, reach, cloudNode: node, received, sent };
}
