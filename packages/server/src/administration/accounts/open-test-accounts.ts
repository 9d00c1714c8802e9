import { type ApiClient, ApiError, createClient, memoryTokens, openSession } from '@sillage/client';
import type { Session } from '@sillage/contract';
import { openTestDatabase } from '../../platform/database/testing.ts';
import { openTestDisk } from '../../platform/disk/testing.ts';
import { createHttp } from '../../platform/http/index.ts';
import { createLog } from '../../platform/log/index.ts';
import { createMailer } from '../../platform/mail/index.ts';
import { openTestSecrets } from '../../platform/secrets/testing.ts';
import { ensureHomeClient } from '../clients/index.ts';
import { type AccountsDependencies, createAccounts } from './create-accounts.ts';
import { createUser } from './create-user.ts';

/** A password that satisfies the rule. */
export const password = 'Aviron-2026!';

type Handed = 'role' | 'site' | 'log' | 'sessionsEnded' | 'wait' | 'tally' | 'administratorIn';
type TestAccountsOptions = Partial<Pick<AccountsDependencies, Handed>> & {
  readonly smtpUrl?: string;
  readonly sessionTriesPerMinute?: number;
};

/** The accounts of a server with its first client and its HTTP, on a clock that the test turns. */
export async function openTestAccounts({
  smtpUrl,
  log = createLog('silent'),
  sessionTriesPerMinute = 10_000,
  ...options
}: TestAccountsOptions = {}) {
  const test = await openTestDatabase();
  const { db } = test.database;
  let nowMs = Date.UTC(2026, 5, 1);
  let monotonicMs = 1000;
  const clock = { nowMs: () => nowMs, monotonicMs: () => monotonicMs };
  const accounts = await createAccounts({
    db,
    clock,
    log,
    secrets: openTestSecrets(),
    mailer: createMailer({ smtpUrl }),
    ...options,
  });
  const http = await createHttp(
    {
      log,
      clock,
      version: '0',
      authenticate: accounts.authenticate,
      webRoot: test.folder.temporary,
      temporaryFolder: test.folder.temporary,
      disk: (await openTestDisk()).disk,
    },
    { sessionTriesPerMinute },
  );
  accounts.routes(http.serve);
  await http.listen('127.0.0.1', 0);
  const address = http.app.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const baseUrl = `http://127.0.0.1:${port}/api`;

  function connect(more: Partial<Parameters<typeof createClient>[0]> = {}): ApiClient {
    return createClient({ baseUrl, tokens: memoryTokens(), ...more });
  }
  async function signIn(mail: string, secret: string = password): Promise<ApiClient & { session: Session }> {
    const browser = connect();
    const session = await openSession(browser, { mail, password: secret });
    return { ...browser, session };
  }
  const clientId = await ensureHomeClient(db);
  /** Adds a coach of the first client who may sign in, unless said otherwise; answers the id. */
  const addPerson = (said: Partial<Parameters<typeof createUser>[1]> & { readonly mail: string }) =>
    createUser(db, {
      ...{ firstname: 'Inès', lastname: 'Marchetti', clientId, roles: ['Coach'], groupIds: [], password },
      ...said,
    });
  return {
    db,
    clientId,
    addPerson,
    accounts,
    http,
    baseUrl,
    connect,
    signIn,
    pass: (seconds: number) => {
      nowMs += seconds * 1000;
      monotonicMs += seconds * 1000;
    },
    /** The host's clock is set, and no time passes. */
    setClock: (seconds: number) => {
      nowMs += seconds * 1000;
    },
    clock,
    close: async () => {
      await http.close();
      await accounts.close();
      await test.close();
    },
  };
}

export type TestAccounts = Awaited<ReturnType<typeof openTestAccounts>>;

/** Code of the refusal that a call meets; `none` when it succeeds. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'none',
    (problem: unknown) => (problem instanceof ApiError ? problem.code : String(problem)),
  );
}

/** Codes of the fields that a call is refused for. */
export async function fieldsOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'none',
    (problem: unknown) => (problem instanceof ApiError ? problem.body?.fields : String(problem)),
  );
}
