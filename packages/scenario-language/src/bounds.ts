/** Turns of a `repeat`. */
export const mostTurns = 1000;
/** Statements of a program. */
export const mostNodes = 2000;
/** Nodes that a run does at one event. */
export const mostNodesAtOnce = 20_000;
