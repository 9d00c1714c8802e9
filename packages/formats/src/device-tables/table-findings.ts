import type { Finding } from '../recording.ts';

/** What reading a table of a device says to people. */

export function placedRows(count: number): Finding[] {
  if (count === 0) return [];
  return [
    {
      type: 'WARN',
      msg: {
        fr: `Lignes sans temps, placées entre leurs voisines\u00a0: ${count}.`,
        en: `Rows without a time, put between their neighbours: ${count}.`,
      },
    },
  ];
}

export function unplacedRows(count: number): Finding[] {
  if (count === 0) return [];
  return [
    {
      type: 'WARN',
      msg: {
        fr: `Lignes sans temps ni voisines qui en aient un, laissées de côté\u00a0: ${count}.`,
        en: `Rows without a time and without neighbours that have one, left out: ${count}.`,
      },
    },
  ];
}

export const tooManyIntervals: Finding = {
  type: 'WARN',
  msg: {
    fr: 'Le fichier a plus de 1000 intervalles\u00a0: les suivants ne sont pas devenus des sélections.',
    en: 'The file has more than 1,000 intervals: those beyond did not become selections.',
  },
};
