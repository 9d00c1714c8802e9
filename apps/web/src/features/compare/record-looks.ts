import { type CurveLine, curveLines } from '../../charts/chart-options.ts';
import { type CurveColours, strokeOn } from '../../charts/colours.ts';

/** Beside the colour of what is measured: none of them is of sides or faults. */
const others = ['#9467bd', '#17becf', '#e377c2', '#8c564b', '#bcbd22', '#7f7f7f'] as const;

/** How a record is drawn: by line first, then by colour, so that no two of 20 are alike. Its number says which it is everywhere. */
export interface RecordLook {
  readonly stroke: string;
  readonly line: CurveLine;
  /** px; of the reference alone. */
  readonly width?: number;
}

/** px */
const referenceWidth = 1.8;

/** @param own colour of what is measured */
export function lookOfRecord(place: number, own: string, colours: CurveColours): RecordLook {
  const colour = others[(Math.floor(place / curveLines.length) - 1) % others.length];
  return {
    stroke: place < curveLines.length || colour === undefined ? own : strokeOn(colour, colours.plot, colours.ink),
    line: curveLines[place % curveLines.length] ?? 'solid',
    ...(place === 0 && { width: referenceWidth }),
  };
}
