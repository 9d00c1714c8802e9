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
}

/** Names of calls of a hub: each one for rows has its own, and the next one says which it follows. */
export interface Calls {
  /** The last one whose answer is here. */
  readonly answered: string | null;
  /** The one that was begun since. */
  readonly pending: string | null;
}

/**
 * Whether one of the two databases was set back since they met: the last call that the cloud knows is then none of the two that
 * it may know. `undefined`: a cloud of an older version does not say.
 */
export const isSetBack = ({ answered, pending }: Calls, known: string | null | undefined): boolean =>
  known !== undefined && known !== answered && known !== pending;

/** Whether the cloud may note a call: it follows the last one that is known, or is that one once more. */
export const follows = ({ id, after }: { readonly id: string; readonly after: string | null }, known: string | null) =>
  known === after || known === id;

/**
 * Where the exchange goes on. What was refused because it was nobody's business there is told once more when that changes; a
 * cloud that is another one, or that was set back like its hub, hears everything.
 */
export function goOnFrom(before: Progress | undefined, welcome: Welcome, wasSetBack: boolean): Progress {
  const { node, epoch, reach } = welcome;
  const goesOn = before?.epoch === epoch && before.reach === reach && !wasSetBack;
  const [received, sent] = goesOn ? [before.received, before.sent] : [0, 0];
  return { epoch, reach, cloudNode: node, received, sent };
}
