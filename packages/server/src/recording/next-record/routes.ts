import { api, isRefusal, type Refusal, refuse } from '@sillage/contract';
import type { Database } from '../../platform/database/index.ts';
import type { Serve, Viewer } from '../../platform/http/index.ts';
import { checkNamed } from '../records/index.ts';
import { editNext, readNext } from './keep-next-record.ts';

interface Dependencies {
  readonly database: Pick<Database, 'db'>;
  /** The device of a path, when the viewer may see it. */
  readonly findDevice: (
    viewer: Viewer,
    params: { readonly clientId: number; readonly deviceNumber: number },
  ) => Promise<{ readonly id: number; readonly clientId: number } | Refusal>;
}

/** What the next record of a device is to be. */
export function nextRecordRoutes(serve: Serve, { database: { db }, findDevice }: Dependencies): void {
  serve(api.readNextRecord, async ({ params, principal, scope }) => {
    const device = await findDevice({ principal, scope }, params);
    return isRefusal(device) ? device : readNext(db, device.id);
  });
  serve(api.editNextRecord, async ({ params, body, principal, scope }) => {
    const device = await findDevice({ principal, scope }, params);
    if (isRefusal(device)) return device;
    const { sport_id, exercise_id, user_ids } = body;
    const named = { sport_id, exercise_id, user_ids: user_ids ?? undefined };
    const refused = await checkNamed(db, { principal, scope }, device.clientId, named);
    if (refused !== undefined) return refused;
    // An athlete records for nobody else.
    const isOfOthers = scope === 'own' && user_ids?.some((id) => id !== principal.userId);
    if (isOfOthers) return refuse('request.invalid', {}, { user_ids: 'unknown' });
    return editNext(db, device.id, body);
  });
}
