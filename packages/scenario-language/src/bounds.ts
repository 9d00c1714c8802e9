/** Turns of a `repeat`. */
export const mostTurns = 1000;
/** Statements of a program. */
export const mostNodes = 2000;
/** Nodes that a run does at one event. */
export const mostNodesAtOnce = 20_000;
/** Samples that a run looks back on at one event, for all of its devices: some 10 ms of a processor. */
export const mostSamplesAtOnce = 2_000_000;
/** What the value of an expression costs, in samples. */
export const samplesAValue = 10;
