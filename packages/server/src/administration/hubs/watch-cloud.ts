import { z } from 'zod';
import type { Db } from '../../platform/database/index.ts';
import { readAnswer } from '../../platform/http/index.ts';
import { chosenCloud } from './cloud-urls.ts';

/** Whether the cloud that is chosen answers; `unset`: none is chosen. */
export type CloudState = 'online' | 'offline' | 'unset';

export interface CloudWatch {
  /** As it was seen last; nothing is asked. */
  state(): CloudState;
  close(): Promise<void>;
}

/** ms between two looks, and ms that a cloud has to answer. */
const [betweenMs, answerMs] = [15_000, 5000];
/** ms for which whoever asked is taken to want to know, and ms between two looks when nobody does: a cloud has very many hubs. */
const [wantedMs, seldomMs] = [60_000, 300_000];
/** bytes of its answer that are read. */
const maxAnswerBytes = 64 * 1024;
const Answer = z.object({ back_type: z.literal('cloud') });

interface Dependencies {
  readonly db: Db;
  readonly fetch?: typeof fetch;
  readonly betweenMs?: number;
  readonly answerMs?: number;
  readonly wantedMs?: number;
}

/** Looks again and again, beside what is asked of this server, whether the chosen cloud answers. */
export function watchCloud({ db, ...given }: Dependencies): CloudWatch {
  const wait = given.betweenMs ?? betweenMs;
  const closing = new AbortController();
  let state: CloudState = 'unset';
  let timer: NodeJS.Timeout | undefined;
  let askedMs = performance.now();
  let seen: { readonly url: string; readonly atMs: number } | undefined;

  async function look(): Promise<void> {
    const chosen = await chosenCloud(db);
    if (chosen === null) {
      [state, seen] = ['unset', undefined];
      return;
    }
    const nowMs = performance.now();
    const isWanted = nowMs - askedMs < (given.wantedMs ?? wantedMs);
    if (!isWanted && seen?.url === chosen.url && nowMs - seen.atMs < seldomMs) return;
    seen = { url: chosen.url, atMs: nowMs };
    if (state === 'unset') state = 'offline';
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(given.answerMs ?? answerMs)]);
    state = (await answers(given.fetch ?? fetch, chosen.url, signal)) ? 'online' : 'offline';
  }
  // Without the database nothing is known of the choice: what was seen last stays.
  let looking = Promise.resolve();
  function lookAndGoOn(): void {
    looking = look()
      .catch(() => undefined)
      .then(() => {
        if (!closing.signal.aborted) timer = setTimeout(lookAndGoOn, wait).unref();
      });
  }
  lookAndGoOn();
  return {
    state() {
      askedMs = performance.now();
      return state;
    },
    async close() {
      closing.abort();
      clearTimeout(timer);
      await looking;
    },
  };
}

/** Whether a cloud of this product answers there; a sign-in page of some other network does not count. */
async function answers(ask: typeof fetch, url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await ask(`${url.replace(/\/+$/, '')}/api/backend_info`, { signal });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      return false;
    }
    return Answer.safeParse(JSON.parse((await readAnswer(response, maxAnswerBytes)).toString('utf8'))).success;
  } catch {
    return false;
  }
}
