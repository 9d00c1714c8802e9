import type { Finding } from '../recording.ts';
import type { CsvLayout } from './read-csv-layout.ts';
import type { ColumnSeen, LostRows } from './read-csv-rows.ts';
import { readNumber } from './read-numbers.ts';

/** What reading a CSV says to people. */

const shownNames = 10;

export function lostRows({ count, firstLine }: LostRows): Finding[] {
  if (count === 0) return [];
  const [fr, en] =
    count === 1
      ? [
          `La ligne ${firstLine} est illisible\u00a0: elle a été sautée.`,
          `Line ${firstLine} cannot be read: it was skipped.`,
        ]
      : [
          `${count} lignes illisibles ont été sautées, la première est la ligne ${firstLine}.`,
          `${count} unreadable rows were skipped, the first is line ${firstLine}.`,
        ];
  return [{ type: 'WARN', msg: { fr, en } }];
}

/** Cells of columns that are kept. */
export function unreadableCells(kept: readonly ColumnSeen[], { columns }: CsvLayout): Finding[] {
  const count = kept.reduce((sum, { unreadable }) => sum + unreadable, 0);
  const [first] = kept
    .flatMap(({ index, firstUnreadable }) => (firstUnreadable ? [{ index, ...firstUnreadable }] : []))
    .sort((a, b) => a.line - b.line || a.index - b.index);
  if (!first) return [];
  const column = columns[first.index]?.description.en ?? '';
  const { line, text } = first;
  const many = count > 1;
  const fr = many
    ? `${count} cellules illisibles n’ont pas de valeur, la première est «\u00a0${text}\u00a0», ligne ${line}, colonne «\u00a0${column}\u00a0».`
    : `Une cellule illisible n’a pas de valeur\u00a0: «\u00a0${text}\u00a0», ligne ${line}, colonne «\u00a0${column}\u00a0».`;
  const en = many
    ? `${count} unreadable cells have no value, the first is “${text}” in line ${line}, column “${column}”.`
    : `One unreadable cell has no value: “${text}” in line ${line}, column “${column}”.`;
  return [{ type: 'WARN', msg: { fr, en } }];
}

/** Columns that are left out because all their numbers are written with the other decimal sign. */
export function otherDecimals(seen: readonly ColumnSeen[], { columns, numbers }: CsvLayout): Finding[] {
  const other = { decimal: numbers.decimal === ',' ? '.' : ',', groups: false } as const;
  const names = seen
    .filter((column) => column.numbers === 0 && !Number.isNaN(readNumber(column.firstUnreadable?.text ?? '', other)))
    .map(({ index }) => columns[index]?.description.en ?? '');
  if (names.length === 0) return [];
  const shown = names.slice(0, shownNames).join(', ') + (names.length > shownNames ? '…' : '');
  const fr = `Des colonnes ont été laissées, dont les nombres s’écrivent avec un autre signe décimal\u00a0: ${shown}.`;
  const en = `Columns were left out whose numbers are written with another decimal sign: ${shown}.`;
  return [{ type: 'WARN', msg: { fr, en } }];
}

export function movedRows(count: number, line: number): Finding {
  return {
    type: 'WARN',
    msg: {
      fr: `Le temps recule ${count} fois, d’abord à la ligne ${line}\u00a0: les lignes ont été remises dans l’ordre du temps.`,
      en: `The time goes back ${count} times, first in line ${line}: the rows were put in order of time.`,
    },
  };
}

export function restarted(passes: number, line: number): Finding {
  return {
    type: 'WARN',
    msg: {
      fr: `Le temps recommence, d’abord à la ligne ${line}\u00a0: les ${passes} parties se suivent, chacune est une sélection.`,
      en: `The time begins again, first in line ${line}: the ${passes} parts follow one another, each is a selection.`,
    },
  };
}
