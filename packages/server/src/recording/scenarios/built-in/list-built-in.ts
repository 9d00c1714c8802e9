import { readFile } from 'node:fs/promises';

/** Programs that come with the server, by the names of their files, in the order of lists. */
export const builtInNames = [
  ...(['cmj', 'cmj-unipodal', 'sj', 'dj', 'hop', 'isometric', 'nordic', 'pfv', 'vitesse', 'ergocycle'] as const),
  ...(['bike-sprint', 'rowing-pieces', 'calib-offset', 'calib-gyro', 'calib-six-positions', 'calib-mounting'] as const),
] as const;

/** The source of a program that comes with the server, in the language of lines. */
export function readBuiltIn(name: (typeof builtInNames)[number]): Promise<string> {
  return readFile(new URL(`${name}.txt`, import.meta.url), 'utf8');
}
