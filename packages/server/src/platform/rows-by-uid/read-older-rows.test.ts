import { expect, it } from 'vitest';
import { readOlderRows } from './read-older-rows.ts';
import { tablesByUid } from './tables-by-uid.ts';

const table = tablesByUid.find(({ name }) => name === 'records');
if (table === undefined) throw new Error('no records');
const moved = ['csv_rate', 'missing_blocks', 'meta_problem', 'sync_failed'];
const nothing = { csv_rate: null, missing_blocks: null, meta_problem: null, sync_failed: false };
const older = table.columns.filter(({ name }) => !moved.includes(name));

it('records of before these were columns get them from the JSON that held them', () => {
  const { columns, bring } = readOlderRows(table, older);
  expect(columns.map(({ name }) => name).toSorted()).toEqual(table.columns.map(({ name }) => name).toSorted());
  const own = { csv_rate: 50, missing_blocks: 2, meta_problem: 'modules', sync_failed: true };
  expect(bring({ uid: 'u', other_data: { ...own, note: 1 } })).toEqual({ uid: 'u', ...own, other_data: { note: 1 } });
  expect(bring({ other_data: { missing_blocks: null } })).toEqual({ ...nothing, other_data: {} });
  for (const wrong of [{ csv_rate: 'fast', missing_blocks: 0.5, sync_failed: 1 }, { csv_rate: 0 }, { csv_rate: -5 }]) {
    expect(bring({ other_data: wrong })).toEqual({ ...nothing, other_data: {} });
  }
});

it('rows of this version stay as they are', () => {
  const { columns, bring } = readOlderRows(table, table.columns);
  const row = { other_data: { csv_rate: 'a person’s own' } };
  expect([columns, bring(row)]).toEqual([table.columns, row]);
});
