import type { Language, Record } from '@sillage/contract';
import { measuredSide } from '@sillage/domain';
import { type CurveLine, curveLines } from '../../charts/chart-options.ts';
import { type CurveColours, strokeOf } from '../../charts/colours.ts';
import type { YAxis } from '../../charts/y-axes.ts';
import { labelOf } from '../../records/label-of-variable.ts';
import { printedUnit } from '../../ui/printed-unit.ts';
import type { Placed } from './graph-layout.ts';

type Available = Record['available_data'];

/** `imu` of `imu.acc_x`. */
export function moduleOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}

export interface VariableLook {
  readonly label: string;
  readonly unit: string;
  readonly stroke: string;
  readonly line: CurveLine;
}

const lineOfAxis: { readonly [A in YAxis]: CurveLine } = { y1: 'solid', y2: 'dashed', y3: 'dotted' };

/**
 * How the variables of one graph are drawn and named, in their order. Right sides and everything on y2 are dashed,
 * everything on y3 is dotted; of those that share a colour each has a line of its own, as long as there are lines.
 */
export function looksOf(
  graph: readonly Placed[],
  available: Available,
  colours: CurveColours,
  language: Language,
): VariableLook[] {
  const names = Object.keys(available);
  const all = new Set(names);
  const taken = new Set<string>();
  return graph.map((placed) => {
    const variable = available[placed.name];
    const stroke = strokeOf(placed.name, names, colours);
    const own = placed.axis === 'y1' && measuredSide(placed.name, all) === 'right' ? 'dashed' : lineOfAxis[placed.axis];
    // Solid is of y1, as long as there is another.
    const others = own === 'solid' ? curveLines : curveLines.toReversed();
    const line = [own, ...others].find((one) => !taken.has(`${stroke} ${one}`)) ?? own;
    taken.add(`${stroke} ${line}`);
    return {
      label: labelOf(placed.name, variable, language),
      unit: printedUnit(variable?.unit ?? '', language),
      stroke,
      line,
    };
  });
}
