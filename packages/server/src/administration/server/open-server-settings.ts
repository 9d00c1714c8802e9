import { type Refusal, refuse, ServerSettings, type ServerSettingsInForce } from '@sillage/contract';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/index.ts';
import { type Database, type Queryable, tables } from '../../platform/database/index.ts';
import { defaultTermsDate, defaultTexts } from './default-texts.ts';

const { settings } = tables;
const key = 'server.settings';
/** Channel of NOTIFY on which each change of the settings is told. */
export const settingsChanged = 'settings_changed';

/** What is kept besides what administrators set. */
const Kept = ServerSettings.extend({
  /** ISO day since when the terms read as they do. */
  terms_date: z.iso.date(),
});
type Kept = z.infer<typeof Kept>;

export interface SettingsHolder {
  /** What is in force now; from memory, so that every request may ask. */
  current(): ServerSettings;
  /** ISO day since when the terms read as they do. */
  termsDate(): string;
  /** Which of them the environment sets. */
  readonly setByVariable: ServerSettingsInForce['set_by_variable'];
  /** Keeps the fields that are given and leaves the others; other processes of the server hear of it. */
  change(given: { [K in keyof ServerSettings]?: ServerSettings[K] | undefined }): Promise<ServerSettings | Refusal>;
  close(): Promise<void>;
}

export interface SettingsSource {
  readonly database: Pick<Database, 'db' | 'listen'>;
  /** Of the role's profile and the configuration: in force until an administrator says otherwise. */
  readonly defaults: Pick<ServerSettings, 'name' | 'public_url'>;
  /** By SILLAGE_PUBLIC_URL: in force whatever was saved, until the variable goes. */
  readonly fixed: Partial<Pick<ServerSettings, 'public_url'>>;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Asks everybody for the terms again, those too who had hidden them; in the transaction that changes the terms. */
  readonly askForTermsAgain: (tx: Queryable) => Promise<void>;
}

/** The settings of the whole server: kept in the database, held in memory, the same in every process. */
export async function openServerSettings(source: SettingsSource): Promise<SettingsHolder> {
  const { database, defaults, fixed } = source;
  const { db } = database;
  const fallback: Kept = {
    ...{ ...defaultTexts, terms_date: defaultTermsDate, allowed_origins: [] },
    ...{ map_tiles_url: '', map_attribution: '', require_jail: false, ...defaults },
  };
  let current: Kept = { ...fallback, ...fixed };
  let begun = 0;
  let newest = 0;
  const refresh = async () => {
    begun += 1;
    const mine = begun;
    const read = { ...(await readSettings(db, fallback)), ...fixed };
    // A slower, older answer does not replace a newer one.
    if (mine < newest) return;
    newest = mine;
    current = read;
  };
  const refreshSoon = () => {
    refresh().catch(() => undefined); // the database is away: read again when the connection is back
  };
  // Listens first: a change between the two is heard.
  const unlisten = await database.listen(settingsChanged, refreshSoon, refreshSoon);
  await refresh();
  return {
    current: () => settingsOf(current),
    termsDate: () => current.terms_date,
    setByVariable: fixed.public_url === undefined ? [] : ['public_url'],
    async change(asked) {
      const { public_url: url, ...others } = asked;
      if (fixed.public_url !== undefined && url !== undefined && url !== fixed.public_url) {
        return refuse('request.invalid', {}, { public_url: 'setByVariable' });
      }
      const given = fixed.public_url === undefined ? asked : others;
      await db.transaction(async (tx) => {
        const newTerms = given.terms !== undefined && (await changesTerms(tx, given.terms));
        const terms_date = new Date(source.clock.nowMs()).toISOString().slice(0, 10);
        if (newTerms) await source.askForTermsAgain(tx);
        await tx
          .insert(settings)
          .values({ key, value: newTerms ? { ...given, terms_date } : given })
          // One statement, so that two administrators at once do not undo each other's fields.
          .onConflictDoUpdate({ target: settings.key, set: { value: sql`${settings.value} || excluded.value` } });
        await tx.execute(sql`select pg_notify(${settingsChanged}, '')`);
      });
      await refresh();
      return settingsOf(current);
    },
    close: unlisten,
  };
}

function settingsOf({ terms_date: _, ...settings }: Kept): ServerSettings {
  return settings;
}

async function changesTerms(tx: Queryable, given: ServerSettings['terms']): Promise<boolean> {
  return !areSameTerms(await termsInForce(tx), given);
}

/** What everybody who signs in is asked to accept, as of this transaction. */
export async function termsInForce(db: Queryable): Promise<ServerSettings['terms']> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key));
  return termsOf(row?.value);
}

/** Of the kept settings, whichever server wrote them; those that come with the program where nobody wrote others. */
export function termsOf(kept: unknown): ServerSettings['terms'] {
  return Kept.pick({ terms: true }).safeParse(kept).data?.terms ?? defaultTexts.terms;
}

export function areSameTerms(a: ServerSettings['terms'], b: ServerSettings['terms']): boolean {
  return a.fr === b.fr && a.en === b.en;
}

/** Field by field: one that an older version wrote and this one cannot read is the default again. */
async function readSettings(db: Queryable, fallback: Kept): Promise<Kept> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key));
  const kept = typeof row?.value === 'object' && row.value !== null ? row.value : {};
  const readable = Object.entries(kept).filter(([name, value]) => {
    const field = Object.entries(Kept.shape).find(([known]) => known === name)?.[1];
    return field?.safeParse(value).success === true;
  });
  return Kept.parse({ ...fallback, ...Object.fromEntries(readable) });
}
