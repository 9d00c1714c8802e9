import { z } from 'zod';
import type { Queryable } from '../../platform/database/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { readMark, writeMark } from '../rows/keep-states.ts';
import type { Link } from './call-cloud.ts';

const linkKey = 'link';
const purpose = 'sync.link';
const Kept = z.object({ url: z.string(), code: z.string() }).nullable();
export const hubCodePattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[\w-]{43}$/;

/** The code by which this hub is let into its cloud; sealed, because whoever has it is this hub. */
export async function readLink(tx: Queryable, secrets: Secrets): Promise<Link | undefined> {
  const kept = Kept.catch(null).parse((await readMark(tx, linkKey)) ?? null);
  const code = kept && secrets.open(kept.code, purpose);
  return kept && code !== null && code !== undefined ? { url: kept.url, code } : undefined;
}

export async function keepLink(tx: Queryable, secrets: Secrets, link: Link | null): Promise<void> {
  await writeMark(tx, linkKey, link && { url: link.url, code: secrets.seal(link.code, purpose) });
}

const fingerprintsKey = 'fingerprints';
const Fingerprints = z.record(z.string(), z.string()).catch({});

/** Of certificates of clouds that were believed, by address. */
export const readKnownFingerprint = async (tx: Queryable, url: string): Promise<string | undefined> =>
  Fingerprints.parse(await readMark(tx, fingerprintsKey))[url];

export async function keepFingerprint(tx: Queryable, url: string, fingerprint: string): Promise<void> {
  const all = Fingerprints.parse(await readMark(tx, fingerprintsKey));
  await writeMark(tx, fingerprintsKey, { ...all, [url]: fingerprint });
}

/** How far this hub has read and told its cloud. */
const Progress = z.object({
  epoch: z.string(),
  reach: z.string(),
  cloudNode: z.uuid(),
  received: z.number(),
  sent: z.number(),
  visit: z.uuid().optional(),
});
export type Progress = z.infer<typeof Progress>;
const progressKey = 'progress';

export async function readProgress(tx: Queryable): Promise<Progress | undefined> {
  return Progress.safeParse(await readMark(tx, progressKey)).data;
}

export const writeProgress = (tx: Queryable, progress: Progress): Promise<void> => writeMark(tx, progressKey, progress);

/** How the last exchange went. */
const Outcome = z.object({
  lastTryMs: z.number().nullable(),
  lastOkMs: z.number().nullable(),
  offsetMs: z.number().nullable(),
  whyNot: z
    .object({ code: z.string(), parameters: z.record(z.string(), z.union([z.string(), z.number()])) })
    .nullable(),
});
export type Outcome = z.infer<typeof Outcome>;
const outcomeKey = 'outcome';

export async function readOutcome(tx: Queryable): Promise<Outcome> {
  const none: Outcome = { lastTryMs: null, lastOkMs: null, offsetMs: null, whyNot: null };
  return Outcome.catch(none).parse(await readMark(tx, outcomeKey));
}

export const writeOutcome = (tx: Queryable, outcome: Outcome): Promise<void> => writeMark(tx, outcomeKey, outcome);
