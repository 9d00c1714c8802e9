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

/** What a hub keeps of its calls for rows. */
export interface Calls {
  /** What the cloud called the last one whose answer is here. */
  readonly answered: string | null;
  /** What this hub called the one that was begun since. */
  readonly pending: string | null;
}

/** What a cloud keeps of the last call of a hub. */
export interface HeardCall {
  readonly id: string;
  /** Drawn when it was heard: the same call, heard once more after the database was set back, has another. */
  readonly token: string;
  readonly after: string | null;
}

/**
 * Whether a call follows the last one that is known, or is that one once more. One that does neither comes from somebody who met
 * another state of this database, or was set back itself.
 */
export function follows(
  { id, after }: { readonly id: string; readonly after: string | null },
  known: HeardCall | null,
): boolean {
  if (known === null) return after === null;
  return known.token === after || (known.id === id && known.after === after);
}

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
