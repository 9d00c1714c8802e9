import { api, isRefusal, type Refusal, refuse } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/index.ts';
import { type Db, tables } from '../../platform/database/index.ts';
import type { Principal, Serve } from '../../platform/http/index.ts';
import { marksOfName, marksOfTable, marksOfTask } from './cached-tables.ts';
import { hasChanged } from './read-changes.ts';

const { clients } = tables;

interface Asked {
  readonly principal: Principal;
  readonly query: { readonly last_epoch: number; readonly client_id?: number | undefined };
}

/** Whether what a program has is still good, so that it fetches only what changed. */
export function changeRoutes(serve: Serve, { db, clock }: { readonly db: Db; readonly clock: Clock }): void {
  const startedEpoch = clock.nowMs() / 1000;

  async function answer(marks: readonly string[], { principal, query }: Asked) {
    const nowEpoch = clock.nowMs() / 1000;
    const clientId = await clientAsked(db, principal, query.client_id);
    if (isRefusal(clientId)) return clientId;
    const question = { marks, clientId, lastEpoch: query.last_epoch, nowEpoch };
    return { need_update: await hasChanged(db, question), epoch: nowEpoch };
  }

  serve(api.needUpdate, ({ params, ...asked }) => answer(marksOfTable(params.table), asked));
  serve(api.needTaskUpdate, ({ params, ...asked }) => answer(marksOfTask(params.name), asked));
  serve(api.needDataUpdate, async ({ params, ...asked }) => {
    const marks = marksOfName(params.name);
    if (marks === undefined) return refuse('entity.notFound');
    if (marks.length > 0) return answer(marks, asked);
    // What no table holds changes with the program.
    return { need_update: asked.query.last_epoch < startedEpoch, epoch: clock.nowMs() / 1000 };
  });
}

/** Whose changes count: the caller's own client; for administrators the one they name, or all (null). */
async function clientAsked(
  db: Db,
  { roles, clientId }: Principal,
  asked: number | undefined,
): Promise<number | null | Refusal> {
  if (!roles.includes('Admin')) return asked === undefined || asked === clientId ? clientId : refuse('entity.notFound');
  if (asked === undefined) return null;
  return (await db.$count(clients, eq(clients.id, asked))) === 1 ? asked : refuse('entity.notFound');
}
