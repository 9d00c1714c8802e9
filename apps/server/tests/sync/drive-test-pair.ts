import { createHash } from 'node:crypto';
import { api } from '@sillage/contract';
import { waitUntil } from '@sillage/testkit';
import type { Side, TestPair } from './open-test-pair.ts';

/** Two programs, their databases and whatever else runs share the machine. */
export const patienceSeconds = 180;

export const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** Answers the hash of what was uploaded. */
export async function uploadOn(one: TestPair, side: Side, n: number, lines = 2000): Promise<string> {
  const rows = Array.from({ length: lines }, (_, i) => `${i / 100},${Math.sin(i / 9 + n).toFixed(9)}`);
  const text = `T (s),v\n${rows.join('\n')}\n`;
  const file = { content: new Blob([text]), name: `trace-${n}.csv` };
  await one.program(side).client.call(api.uploadRecord, { body: { client_id: await one.clubOn(side) }, file });
  return hashOf(text);
}

export const exchange = (one: TestPair) =>
  one
    .program('hub')
    .client.call(api.syncNow)
    .catch(() => undefined);

/** Waits until the hub knows the club. */
export const meetClub = (one: TestPair) =>
  waitUntil(
    'the club on the hub',
    async () => {
      await exchange(one);
      return one.clubOn('hub').catch(() => undefined);
    },
    patienceSeconds,
  );
