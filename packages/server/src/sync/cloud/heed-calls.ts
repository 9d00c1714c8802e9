import { type api, type BodyOf, type Refusal, type ReplyOf, refuse } from '@sillage/contract';
import { z } from 'zod';
import { follows, type HeardCall } from '../core/index.ts';
import { readEpoch, readNode, renewNode } from '../identity.ts';
import type { Marks } from '../rows/row-store.ts';
import type { AdmittedHub } from './admit-hubs.ts';

type Call = BodyOf<typeof api.syncPush>['call'];
type Heard = NonNullable<ReplyOf<typeof api.syncHello>['call']>;
type Hub = Pick<AdmittedHub, 'uid'>;

const KeptCall: z.ZodType<HeardCall> = z.object({ id: z.uuid(), token: z.uuid(), after: z.uuid().nullable() });

/** Notes a call of a hub when it follows the last one that is known. A call that is heard twice has one token. */
async function hear(marks: Marks, { uid }: Hub, call: NonNullable<Call>, randomUuid: () => string): Promise<Heard> {
  const key = `calls of ${uid}`;
  const known = KeptCall.safeParse(await marks.readMark(key)).data ?? null;
  if (!follows(call, known)) return { apart: true, token: known?.token ?? null };
  if (known?.id === call.id) return { apart: false, token: known.token };
  const token = randomUuid();
  await marks.writeMark(key, { ...call, token });
  return { apart: false, token };
}

/**
 * What the next call of a hub follows; null for a hub of an older version, which names no calls. A call that follows none that is
 * known is refused, so that its hub greets anew and tells everything.
 */
export async function heedCall(
  marks: Marks,
  hub: Hub,
  call: Call,
  randomUuid: () => string,
): Promise<Pick<Heard, 'token'> | Refusal> {
  if (call === undefined) return { token: null };
  const { apart, token } = await hear(marks, hub, call, randomUuid);
  return apart ? refuse('sync.otherDatabase') : { token };
}

/**
 * Who the cloud is to a hub that greets, and how its call was taken. Where the two know different calls one of both was set back:
 * from then on the cloud has another name, since stamps of the former one may have been given out before.
 */
export async function heedGreeting(
  marks: Marks,
  hub: Hub,
  call: Call,
  randomUuid: () => string,
): Promise<{ readonly node: string; readonly call: Heard | undefined }> {
  // Kept before the name changes.
  await readEpoch(marks);
  const heard = call && (await hear(marks, hub, call, randomUuid));
  if (heard?.apart) await renewNode(marks, randomUuid());
  return { node: await readNode(marks), call: heard };
}
