import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { tablesByUid } from '../../platform/rows-by-uid/index.ts';

test('every name and number that the database keeps apart is known to the restore', () => {
  const known = new Set(tablesByUid.map(({ name }) => name));
  const left = [
    'api_keys',
    'athlete_records',
    'changes',
    'firmware_updates',
    'hub_backlogs',
    'hub_links',
    'next_records',
    'open_selections',
    'password_links',
    'refresh_tokens',
    'row_counts',
    'row_changes',
    'scenario_runs',
    'sync_conflicts',
    'sync_files',
    'sync_marks',
    'sync_rows',
    'sync_wanted',
    'task_records',
    'tasks',
    'uploads',
  ];
  for (const value of Object.values(tables)) {
    if (!is(value, PgTable)) continue;
    const { name, indexes, columns } = getTableConfig(value);
    if (left.includes(name)) continue;
    expect(known, `is ${name} in a backup?`).toContain(name);
    const table = tablesByUid.find((one) => one.name === name);
    const unique = [
      ...columns.filter((column) => column.isUnique).map((column) => [column.name]),
      ...indexes
        .filter(({ config }) => config.unique)
        .map(({ config }) => config.columns.map((column) => ('name' in column ? String(column.name) : 'expression'))),
    ].filter((names) => names[0] !== 'uid' && names[0] !== 'id');
    for (const names of unique) expect([table?.natural, table?.identity], name).toContainEqual(names);
  }
});
