import { expect, it } from 'vitest';
import { makeRecord } from '../../testing/make-record.ts';
import { exportedColumns, listAsCsv } from './list-as-csv.ts';

const named = (column: string) => column;
const record = makeRecord({ duration: 48.9787, comment: 'vent; "fort"\nde face', group_name: 'Senior' });

it('says each record on a line, split and counted as the language does', () => {
  const [head, line] = listAsCsv([record], 'fr', named).split('\r\n');
  expect(head).toBe(`\uFEFF${exportedColumns.join(';')}`);
  expect(line).toBe(
    '2026-05-16 09:12:00;Europe/Paris;Camille Le Goff;Aviron;4 × 500 m;Senior;Maxi 0217;Enregistrement;48,9787;' +
      '14100000;0;0;0;"vent; ""fort""\nde face";1',
  );
  expect(listAsCsv([record], 'en', named)).toContain(',Rowing,4 × 500 m,Senior,Maxi 0217,Record,48.9787,14100000,');
});

it('names every athlete of a record, where a row of the list names two', () => {
  const users = ['Camille', 'Inès', 'Sacha'].map((firstname, index) => ({ id: index + 1, firstname, lastname: 'X' }));
  expect(listAsCsv([makeRecord({ users })], 'fr', named)).toContain('Camille X, Inès X, Sacha X');
});

it('keeps texts that a spreadsheet would run as formulas', () => {
  const csv = listAsCsv([makeRecord({ comment: '=HYPERLINK(1)', exercise_name: '-2 m' })], 'en', named);
  expect(csv).toContain("'=HYPERLINK(1)");
  expect(csv).toContain(",'-2 m,");
});
