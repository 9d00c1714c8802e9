import pg from 'pg';
import { StartProblem } from '../start-problem.ts';
import { isDatabaseAway } from './is-database-away.ts';

const oldestServer = 150_000; // PostgreSQL 15
const againMs = 1000;
const connectMs = 10_000;

/**
 * Waits until the server of SILLAGE_DATABASE_URL can be used; it may start later than this program.
 * @throws StartProblem when it refuses, is too old, or does not come in time.
 */
export async function awaitServer(url: string, patienceMs: number, say: (sentence: string) => void): Promise<void> {
  const sinceMs = performance.now();
  for (let said = false; ; said = true) {
    try {
      return refuseOld(await versionOf(url));
    } catch (error) {
      if (error instanceof StartProblem) throw error;
      const reason = error instanceof Error && error.message !== '' ? error.message : codeOrName(error);
      const leftMs = patienceMs - (performance.now() - sinceMs);
      if (!isDatabaseAway(error) || leftMs <= 0) {
        throw new StartProblem(`The database of SILLAGE_DATABASE_URL cannot be reached: ${reason}`);
      }
      if (!said) say(`The database cannot be reached yet (${reason}); waiting up to ${Math.round(leftMs / 1000)} s`);
      await new Promise((resolve) => setTimeout(resolve, Math.min(againMs, leftMs)));
    }
  }
}

function codeOrName(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

async function versionOf(url: string): Promise<number> {
  const pgClient = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: connectMs,
  });
  pgClient.on('error', () => undefined);
  try {
    await pgClient.connect();
    const answer = await pgClient.query<{ server_version_num: string }>('SHOW server_version_num');
    return Number(answer.rows[0]?.server_version_num);
  } finally {
    await pgClient.end().catch(() => undefined);
  }
}

function refuseOld(version: number): void {
  if (version >= oldestServer) return;
  throw new StartProblem(
    `The database of SILLAGE_DATABASE_URL is PostgreSQL ${version / 10_000}; 15 or newer is needed.`,
  );
}
