import { type api, type BodyOf, type Refusal, refuse } from '@sillage/contract';
import { z } from 'zod';
import { follows } from '../core/index.ts';
import { readEpoch, readNode, renewNode } from '../identity.ts';
import type { Marks } from '../rows/row-store.ts';
import type { AdmittedHub } from './admit-hubs.ts';

type Call = BodyOf<typeof api.syncPush>['call'];

/** Notes a call of a hub when it follows the last one that is known; answers that one. A hub of an older version names none. */
async function noteCall(marks: Marks, { uid }: Pick<AdmittedHub, 'uid'>, call: Call): Promise<string | null> {
  const key = `calls of ${uid}`;
  const known = z
    .string()
    .nullable()
    .catch(null)
    .parse(await marks.readMark(key));
  if (call !== undefined && follows(call, known)) await marks.writeMark(key, call.id);
  return known;
}

/** The same; a call that follows none that is known is refused, so that its hub greets anew and tells everything. */
export async function heedCall(marks: Marks, hub: Pick<AdmittedHub, 'uid'>, call: Call): Promise<Refusal | undefined> {
  const known = await noteCall(marks, hub, call);
  return call === undefined || follows(call, known) ? undefined : refuse('sync.otherDatabase');
}

/**
 * Who the cloud is to a hub that greets, and the last call of it that it knows. Where the two know different calls one of both was
 * set back: from then on the cloud has another name, since stamps of the former one may have been given out before.
 */
export async function heedGreeting(
  marks: Marks,
  hub: Pick<AdmittedHub, 'uid'>,
  call: Call,
  randomUuid: () => string,
): Promise<{ readonly node: string; readonly known: string | null }> {
  // Kept before the name changes.
  await readEpoch(marks);
  const known = await noteCall(marks, hub, call);
  if (call !== undefined && !follows(call, known)) await renewNode(marks, randomUuid());
  return { node: await readNode(marks), known };
}
