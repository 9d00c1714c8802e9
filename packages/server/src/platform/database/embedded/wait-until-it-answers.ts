import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { codeOf } from '../../files/index.ts';

const pollMs = 20;
const tellEveryMs = 15_000;
/** "The database system is starting up": it reads again what a power cut left unfinished. */
const isRecovering = '57P03';

export interface AnswerDependencies {
  readonly url: string;
  /** Longest that it may neither recover nor take a connection. */
  readonly silenceMs: number;
  readonly monotonicMs: () => number;
  /** Told now and then while it recovers, which may take minutes on a slow card. */
  readonly recovering: (seconds: number) => void;
}

/**
 * Waits until the server takes connections, or ended instead, or took none for too long (`silent`) and was ended. One that
 * recovers is waited for as long as it lives: to end it would only begin the recovery anew.
 */
export async function waitUntilItAnswers(
  child: ChildProcess,
  dependencies: AnswerDependencies,
): Promise<'answers' | 'ended' | 'silent'> {
  const { url, silenceMs, monotonicMs, recovering } = dependencies;
  const startedMs = monotonicMs();
  let heardMs = startedMs;
  let toldMs = startedMs;
  while (isRunning(child)) {
    const code = await tryToConnect(url);
    if (code === undefined) return 'answers';
    const nowMs = monotonicMs();
    if (code === isRecovering) heardMs = nowMs;
    if (code === isRecovering && nowMs - toldMs >= tellEveryMs) {
      recovering(Math.round((nowMs - startedMs) / 1000));
      toldMs = nowMs;
    }
    if (isRunning(child) && nowMs - heardMs > silenceMs) {
      child.kill('SIGQUIT');
      return 'silent';
    }
    await sleep(pollMs);
  }
  return 'ended';
}

/** Why it does not take a connection; undefined = it does. */
async function tryToConnect(url: string): Promise<string | undefined> {
  const pgClient = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  pgClient.on('error', () => undefined);
  try {
    await pgClient.connect();
    await pgClient.end();
    return undefined;
  } catch (error) {
    await pgClient.end().catch(() => undefined);
    return codeOf(error) ?? String(error);
  }
}

export const isRunning = (child: ChildProcess): boolean =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null;
