import type { Record, Variable } from '@sillage/contract';
import { measuredSide, sayVariable } from '@sillage/domain';
import type { Language } from '../../base/appearance.ts';
import { type CurveColours, strokeOf } from '../../charts/colours.ts';
import { printedUnit } from '../../ui/printed-unit.ts';
import type { Placed } from './graph-layout.ts';

type Available = Record['available_data'];

/** `imu` of `imu.acc_x`. */
export function moduleOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}

/** A variable's name for people: its description, else the words for a well-known name, else the name after its module. */
export function labelOf(name: string, variable: Variable | undefined, language: Language): string {
  const described = variable?.description[language].trim();
  const short = name.slice(name.indexOf('.') + 1);
  if (described && described !== short) return described;
  return sayVariable(short, language) ?? short;
}

export interface VariableLook {
  readonly label: string;
  readonly unit: string;
  readonly stroke: string;
  readonly dashed: boolean;
}

/** How a variable is drawn and named. Right sides and everything on y2 are dashed. */
export function lookOf(placed: Placed, available: Available, colours: CurveColours, language: Language): VariableLook {
  const names = Object.keys(available);
  const variable = available[placed.name];
  return {
    label: labelOf(placed.name, variable, language),
    unit: printedUnit(variable?.unit ?? '', language),
    stroke: strokeOf(placed.name, names, colours),
    dashed: placed.axis === 'y2' || measuredSide(placed.name, new Set(names)) === 'right',
  };
}
