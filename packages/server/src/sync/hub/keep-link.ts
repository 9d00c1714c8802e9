import { NamedHub } from '@sillage/contract';
import { z } from 'zod';
import type { Secrets } from '../../platform/secrets/index.ts';
import type { Progress } from '../core/index.ts';
import type { Marks } from '../rows/row-store.ts';
import { WhyParameters } from '../say-why-not.ts';
import type { Link } from './call-cloud.ts';

const linkKey = 'link';
const purpose = 'sync.link';
const Kept = z.object({ url: z.string(), code: z.string() }).nullable();
export const hubCodePattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[\w-]{43}$/;

/** The code by which this hub is let into its cloud; sealed, because whoever has it is this hub. */
export async function readLink(marks: Marks, secrets: Secrets): Promise<Link | undefined> {
  const kept = Kept.catch(null).parse((await marks.readMark(linkKey)) ?? null);
  const code = kept && secrets.open(kept.code, purpose);
  return kept && code !== null && code !== undefined ? { url: kept.url, code } : undefined;
}

export async function keepLink(marks: Marks, secrets: Secrets, link: Link | null): Promise<void> {
  await marks.writeMark(linkKey, link && { url: link.url, code: secrets.seal(link.code, purpose) });
}

const fingerprintsKey = 'fingerprints';
const Fingerprints = z.record(z.string(), z.string()).catch({});

/** Of certificates of clouds that were believed, by address. */
export const readKnownFingerprint = async (marks: Marks, url: string): Promise<string | undefined> =>
  Fingerprints.parse(await marks.readMark(fingerprintsKey))[url];

export async function keepFingerprint(marks: Marks, url: string, fingerprint: string): Promise<void> {
  const all = Fingerprints.parse(await marks.readMark(fingerprintsKey));
  await marks.writeMark(fingerprintsKey, { ...all, [url]: fingerprint });
}

const KeptProgress: z.ZodType<Progress> = z.object({
  epoch: z.string(),
  reach: z.string(),
  cloudNode: z.uuid(),
  received: z.number(),
  sent: z.number(),
});
const progressKey = 'progress';

export async function readProgress(marks: Marks): Promise<Progress | undefined> {
  return KeptProgress.safeParse(await marks.readMark(progressKey)).data;
}

export const writeProgress = (marks: Marks, progress: Progress): Promise<void> =>
  marks.writeMark(progressKey, progress);

/** How the last exchange went. */
const Outcome = z.object({
  lastTryMs: z.number().nullable(),
  lastOkMs: z.number().nullable(),
  offsetMs: z.number().nullable(),
  /** By the cloud. */
  calledAs: NamedHub.nullable().default(null),
  whyNot: z.object({ code: z.string(), parameters: WhyParameters }).nullable(),
});
export type Outcome = z.infer<typeof Outcome>;
const outcomeKey = 'outcome';

export async function readOutcome(marks: Marks): Promise<Outcome> {
  const none: Outcome = { lastTryMs: null, lastOkMs: null, offsetMs: null, calledAs: null, whyNot: null };
  return Outcome.catch(none).parse(await marks.readMark(outcomeKey));
}

export const writeOutcome = (marks: Marks, outcome: Outcome): Promise<void> => marks.writeMark(outcomeKey, outcome);
