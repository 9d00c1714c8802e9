import type { Record } from '@sillage/contract';
import { addVariable, firstLayout, type Layout } from './graph-layout.ts';

/** What devices and files call the variables that people choose in the settings. */
const otherNames: Readonly<{ [wanted: string]: readonly string[] }> = {
  speed: ['vitesse'],
  cadence: ['stroke_rate', 'spm'],
  puissance: ['power'],
  puissance_g: ['power_left', 'power_g'],
  puissance_d: ['power_right', 'power_d'],
  couple: ['torque'],
  couple_g: ['torque_left', 'torque_g'],
  couple_d: ['torque_right', 'torque_d'],
  pression: ['pressure'],
  acc_z: ['acc_z_'],
};

/** Curves drawn at first, at most: a graph must stay readable. */
const mostCurves = 12;

/**
 * The first look at a record: the variables that were chosen, in their order, as far as the record has them; else the
 * most telling.
 */
export function wantedLayout(available: Record['available_data'], wanted: readonly string[]): Layout {
  const names = wanted.flatMap((one) => namesOf(one, Object.keys(available))).slice(0, mostCurves);
  const empty: Layout = [];
  const layout = names.reduce((so, name) => addVariable(so, name, available), empty);
  return layout.length > 0 ? layout : firstLayout(available);
}

/** Of every module that has it. */
function namesOf(wanted: string, available: readonly string[]): string[] {
  const key = wanted.toLowerCase();
  const known = new Set([key, ...(Object.hasOwn(otherNames, key) ? (otherNames[key] ?? []) : [])]);
  return available.filter((name) => known.has(name.slice(name.indexOf('.') + 1).toLowerCase()));
}
