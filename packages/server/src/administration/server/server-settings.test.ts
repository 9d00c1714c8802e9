import { isRefusal } from '@sillage/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { openServerSettings, type SettingsHolder } from './index.ts';

let test: TestDatabase;
let here: SettingsHolder;
let otherProcess: SettingsHolder;
const defaults = { name: 'Mallette 07', public_url: '' };
/** ms since 1970 */
const nowMs = Date.UTC(2027, 2, 2, 12);
let asked = 0;
const askForTermsAgain = async () => void asked++;
const open = (fixed: { public_url?: string }) =>
  openServerSettings({ database: test.database, defaults, fixed, clock: { nowMs: () => nowMs }, askForTermsAgain });

beforeAll(async () => {
  test = await openTestDatabase();
  here = await open({});
  otherProcess = await open({});
});
afterAll(async () => {
  await here?.close();
  await otherProcess?.close();
  await test?.close();
});

describe('the settings of the whole server', () => {
  it('are, until somebody sets them, the name of the profile, no foreign origin and true texts in both languages', () => {
    const { terms, notice, ...rest } = here.current();
    expect(rest).toEqual({
      ...{ name: 'Mallette 07', allowed_origins: [], public_url: '' },
      ...{ map_tiles_url: '', map_attribution: '', require_jail: false },
    });
    for (const text of [terms.fr, terms.en, notice.fr, notice.en]) expect(text.length).toBeGreaterThan(200);
    expect(notice.fr).toContain('licence MIT');
  });

  it('keep what is not given, and are heard of in every process', async () => {
    await here.change({ name: 'Ponton', allowed_origins: ['https://club.fr'] });
    const changed = await here.change({ public_url: 'https://sillage.club.fr' });
    expect(changed).toMatchObject({
      name: 'Ponton',
      allowed_origins: ['https://club.fr'],
      public_url: 'https://sillage.club.fr',
    });
    await vi.waitFor(() => expect(otherProcess.current()).toEqual(changed), 10_000);
  });

  it('leave the public address to SILLAGE_PUBLIC_URL while it is set, and say so', async () => {
    const fixed = { public_url: 'https://by-variable.fr' };
    const set = await open(fixed);
    expect([set.current().public_url, set.setByVariable]).toEqual(['https://by-variable.fr', ['public_url']]);
    const refused = await set.change({ name: 'B', public_url: 'https://other.fr' });
    expect(isRefusal(refused) && refused.fields).toEqual({ public_url: 'setByVariable' });
    // The form sends every field, this one as it is.
    expect(await set.change({ name: 'B', ...fixed })).toMatchObject({ name: 'B', ...fixed });
    await vi.waitFor(() => expect(here.current()).toMatchObject({ name: 'B', public_url: 'https://sillage.club.fr' }));
    await set.close();
  });

  it('lose no field when two administrators change different ones at once', async () => {
    await Promise.all([here.change({ name: 'A' }), otherProcess.change({ allowed_origins: ['*'] })]);
    const read = await open({});
    expect(read.current()).toMatchObject({ name: 'A', allowed_origins: ['*'] });
    await read.close();
  });

  it('keep the day on which the terms changed, and ask for them again; the same text is no change', async () => {
    const { terms } = here.current();
    const shipped = here.termsDate();
    await here.change({ terms });
    expect([here.termsDate(), asked]).toEqual([shipped, 0]);
    await here.change({ terms: { ...terms, fr: 'Autre texte' } });
    expect([here.termsDate(), asked]).toEqual(['2027-03-02', 1]);
    await vi.waitFor(() => expect(otherProcess.termsDate()).toBe('2027-03-02'));
  });

  it('fall back field by field on what cannot be read any more', async () => {
    const { settings } = tables;
    await test.database.db.update(settings).set({ value: { name: 42, public_url: 'https://kept.fr', gone: true } });
    const read = await open({});
    expect(read.current()).toMatchObject({ name: 'Mallette 07', public_url: 'https://kept.fr' });
    expect(read.current()).not.toHaveProperty('gone');
    await read.close();
  });
});
