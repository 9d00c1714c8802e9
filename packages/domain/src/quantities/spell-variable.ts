import { ownName } from './quantities.ts';

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

/** Those of the variables, of whatever module, that are called as wanted or by another spelling of it. */
export function spelledAs(wanted: string, variables: readonly string[]): string[] {
  const key = wanted.toLowerCase();
  const spellings = new Set([key, ...(Object.hasOwn(otherNames, key) ? (otherNames[key] ?? []) : [])]);
  return variables.filter((variable) => spellings.has(ownName(variable)));
}
