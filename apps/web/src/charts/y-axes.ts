import type { ValueRange } from './curve.ts';

/** y1 at the left, y2 at the right, y3 further right. */
export const yAxes = ['y1', 'y2', 'y3'] as const;
export type YAxis = (typeof yAxes)[number];

/** By axis; undefined without a value to draw: then there is no axis. */
export type ValueRanges = { readonly [A in YAxis]?: ValueRange | undefined };
