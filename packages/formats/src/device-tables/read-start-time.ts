import { type DateOrder, dateOrderOf, readCellTime, type ToUtcMs } from '../csv/read-times.ts';
import type { Finding } from '../recording.ts';

/** The moment that a preamble says, of whose date the day and the month may be the other way round. */
export function readStartTime(
  head: Uint8Array,
  where: RegExp,
  toUtcMs: ToUtcMs,
): { readonly startUs: number; readonly findings: readonly Finding[] } | undefined {
  const text = where.exec(new TextDecoder().decode(head))?.[1]?.trim() ?? '';
  const [, first = 0, second = 0] = (/^(\d\d?)[-/.](\d\d?)[-/.]/.exec(text) ?? []).map(Number);
  const isOpen = first <= 12 && second <= 12 && first > 0;
  // Who writes am and pm writes the month first.
  const order: DateOrder = isOpen && /[ap]m$/i.test(text) ? 'mdy' : dateOrderOf([text]);
  const found = readCellTime(text, { decimal: '.', groups: false }, { order, toUtcMs });
  if (found?.kind !== 'date') return undefined;
  const startUs = Number(found.ns / 1000n);
  return { startUs, findings: isOpen && first !== second ? [openDate(text, order)] : [] };
}

function openDate(text: string, order: DateOrder): Finding {
  const [fr, en] = order === 'dmy' ? ['jour/mois', 'day/month'] : ['mois/jour', 'month/day'];
  return {
    type: 'WARN',
    msg: {
      fr: `La date «\u00a0${text}\u00a0» peut se lire de deux façons\u00a0: elle a été lue ${fr}. Corrigez la date de l’enregistrement si c’est l’autre.`,
      en: `The date “${text}” can be read in two ways: it was read as ${en}. Correct the date of the record if it is the other one.`,
    },
  };
}
