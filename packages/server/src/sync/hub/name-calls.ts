import { z } from 'zod';
import type { Calls } from '../core/index.ts';
import type { Marks } from '../rows/row-store.ts';

const KeptCalls: z.ZodType<Calls> = z.object({ answered: z.uuid().nullable(), pending: z.uuid().nullable() });
const key = 'calls';

async function readCalls(marks: Marks): Promise<Calls> {
  return KeptCalls.safeParse(await marks.readMark(key)).data ?? { answered: null, pending: null };
}

/** Names a call that is about to be made, and keeps that name before it is; one that was not answered is made again by its name. */
export async function nameCall(marks: Marks, randomUuid: () => string) {
  const { answered, pending } = await readCalls(marks);
  const id = pending ?? randomUuid();
  await marks.writeMark(key, { answered, pending: id });
  return { id, after: answered };
}

/** The next call follows the one that the cloud called so. */
export const noteAnswered = (marks: Marks, token: string | null): Promise<void> =>
  marks.writeMark(key, { answered: token, pending: null });
