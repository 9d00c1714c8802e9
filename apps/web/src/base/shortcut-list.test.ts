import { describe, expect, it } from 'vitest';
import { makeUser } from '../testing/make-user.ts';
import { nameOfKeys, shortcutGroups, shortcutsFor } from './shortcut-list.ts';

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*', '!./shortcuts.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const listed = shortcutGroups.flatMap(({ shortcuts }) => shortcuts.map(({ keys }) => nameOfKeys(keys)));

describe('the help', () => {
  it('lists every key that a screen asks for', () => {
    const asked = Object.values(sources).flatMap((text) =>
      [...text.matchAll(/useShortcut\(\s*'([^']+)'/g)].map(([, key]) => key ?? ''),
    );
    expect(asked.length).toBeGreaterThan(10);
    expect([...new Set(asked)].filter((key) => !listed.includes(key))).toEqual([]);
  });

  it('lists for a role what it can do', () => {
    const labelsFor = (roles: ('Admin' | 'Coach' | 'Athlete')[], more = {}) =>
      shortcutsFor({ ...makeUser({ roles }), ...more }).flatMap(({ shortcuts }) => shortcuts.map(({ label }) => label));
    expect(labelsFor(['Admin'])).toEqual(expect.arrayContaining(['admin', 'newData', 'addSelection']));
    expect(labelsFor(['Coach'])).toContain('newData');
    expect(labelsFor(['Coach'])).not.toContain('admin');
    expect(labelsFor(['Athlete'])).not.toContain('newData');
    expect(labelsFor(['Athlete'])).not.toContain('addSelection');
    expect(labelsFor(['Admin'], { is_recovery: true })).not.toContain('newData');
  });
});
