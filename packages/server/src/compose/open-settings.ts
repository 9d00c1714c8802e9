import { askForTermsAgain } from '../administration/accounts/index.ts';
import { openServerSettings, type SettingsHolder } from '../administration/server/index.ts';
import type { Database } from '../platform/database/index.ts';
import { createMailer, type Mailer } from '../platform/mail/index.ts';
import { openSecrets, type Secrets } from '../platform/secrets/index.ts';
import type { BaseDependencies } from './base-dependencies.ts';
import { sealSecrets } from './seal-secrets.ts';

export interface Settings {
  readonly settings: SettingsHolder;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
}

type Dependencies = Pick<BaseDependencies, 'options' | 'folder' | 'log' | 'closers' | 'clock' | 'say'> & {
  readonly database: Database;
};

/** What is set for the whole server, the secrets of other services, and mail. */
export async function openSettings(dependencies: Dependencies): Promise<Settings> {
  const { options, folder, log, closers, clock, say, database } = dependencies;
  const opened = await openServerSettings({
    database,
    defaults: { name: options.profile.name, public_url: '' },
    fixed: options.publicUrl === undefined ? {} : { public_url: options.publicUrl },
    clock,
    askForTermsAgain,
  });
  const settings = closers.add(opened, (it) => it.close());
  const secrets = await openSecrets({ file: folder.secretKeys, environment: options.secretKeys, say });
  await sealSecrets({ db: database.db, log, secrets, file: folder.secretKeys, say });
  return { settings, secrets, mailer: createMailer({ smtpUrl: options.smtpUrl }) };
}
