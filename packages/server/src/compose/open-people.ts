import { type Accounts, createAccounts } from '../administration/accounts/index.ts';
import { ensureHomeClient } from '../administration/clients/index.ts';
import { ensureSensors } from '../administration/configs/index.ts';
import { adoptTimezone } from '../administration/hubs/index.ts';
import { sweepFirmware } from '../administration/releases/index.ts';
import type { SettingsHolder } from '../administration/server/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { Mailer } from '../platform/mail/index.ts';
import type { Secrets } from '../platform/secrets/index.ts';
import type { Tally } from '../platform/tally/index.ts';
import type { BaseDependencies } from './base-dependencies.ts';
import type { Itself } from './open-itself.ts';

type Dependencies = BaseDependencies &
  Pick<Itself, 'itself'> & {
    readonly database: Database;
    readonly settings: SettingsHolder;
    readonly secrets: Secrets;
    readonly mailer: Mailer;
    readonly tally: Tally;
  };

export interface People {
  readonly accounts: Accounts;
  /** The client that every server begins with. */
  readonly homeClientId: number;
  /** Password made for the first administrator, only on the start that made it. */
  readonly newAdministratorPassword: string | undefined;
}

/** Who people are; the first administrator, and what every server begins with. */
export async function openPeople(dependencies: Dependencies): Promise<People> {
  const { options, folder, log, closers, clock, sessionsEnded, ownOrigins, itself } = dependencies;
  const { settings, secrets, mailer, tally } = dependencies;
  const { db } = dependencies.database;
  const created = await createAccounts({
    db,
    clock,
    log,
    secrets,
    role: itself.role,
    mailer,
    site: () => ({
      name: settings.current().name,
      publicUrl: settings.current().public_url || undefined,
      own: ownOrigins.ask(),
    }),
    sessionsEnded: sessionsEnded.ask,
    tally,
    administratorIn: (timezone) => adoptTimezone(db, itself, timezone),
  });
  const accounts = closers.add(created, (it) => it.close());
  const homeClientId = await ensureHomeClient(db);
  await ensureSensors(db);
  await sweepFirmware({ db, folder });
  const newAdministratorPassword = await accounts.ensureAdministrator({
    ...options.administrator,
    clientId: homeClientId,
  });
  return { accounts, homeClientId, newAdministratorPassword };
}
