/**
 * A record's life. Its device sends it (`recording`), then what was lost on the way (`repairing`); then it waits for its
 * signals (`waiting`), which are made (`decoding`) or cannot be (`error`). A file begins at `waiting`.
 */
export const recordStates = ['recording', 'repairing', 'waiting', 'decoding', 'done', 'error'] as const;
export type RecordState = (typeof recordStates)[number];

/**
 * State → those that may follow. While blocks come only the end of the record decides what is next: it is never decoded
 * then. From each other state the device may go on with it, or be asked for what is missing.
 */
export const recordTransitions: Readonly<Record<RecordState, readonly RecordState[]>> = {
  recording: ['repairing', 'waiting', 'error'],
  repairing: ['recording', 'waiting', 'error'],
  // Signals of an earlier decoding stay readable when the next one fails.
  waiting: ['decoding', 'done', 'error', 'recording', 'repairing'],
  decoding: ['done', 'error', 'waiting', 'recording', 'repairing'],
  // Without the samples that a backup lacked it is of no use.
  done: ['waiting', 'decoding', 'error', 'recording', 'repairing'],
  error: ['waiting', 'decoding', 'done', 'recording', 'repairing'],
};

/** Whether a record may go from one state to another; that it stays where it is is no transition. */
export function mayFollow(from: RecordState, to: RecordState): boolean {
  return recordTransitions[from].includes(to);
}

/** Its device may still send some of it. */
export const awaitedStates = ['recording', 'repairing'] as const satisfies readonly RecordState[];
export type AwaitedState = (typeof awaitedStates)[number];

/** Nothing more comes of it. */
export const keptStates = ['waiting', 'decoding', 'done', 'error'] as const satisfies readonly RecordState[];

/** Its signals are still to be made, or made anew. */
export const pendingStates = ['waiting', 'decoding'] as const satisfies readonly RecordState[];

/** Nothing more happens to it by itself. */
export const settledStates = ['done', 'error'] as const satisfies readonly RecordState[];

/** What it holds is not settled: more comes, or it is made readable. */
export function isInWork(state: RecordState): boolean {
  return state !== 'done' && state !== 'error';
}

/** Whether its device may still send some of it. */
export function isAwaitedState(state: RecordState): state is AwaitedState {
  return state === 'recording' || state === 'repairing';
}
