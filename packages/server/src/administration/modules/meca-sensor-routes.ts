import { api, isRefusal } from '@sillage/contract';
import type { Db } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import { addMecaSensor, deleteMecaSensor, editMecaSensor, findMecaSensor, pageOfMecaSensors } from './meca-sensors.ts';

/** Mechanical sensors with their calibration line. */
export function mecaSensorRoutes(serve: Serve, db: Db): void {
  serve(api.listMecaSensors, ({ body, principal, scope }) => pageOfMecaSensors(db, { principal, scope }, body));
  serve(api.readMecaSensor, ({ params, principal, scope }) => findMecaSensor(db, { principal, scope }, params.id));
  serve(api.createMecaSensor, ({ body, principal, scope }) => addMecaSensor(db, { principal, scope }, body));
  serve(api.editMecaSensor, ({ params, body, principal, scope }) =>
    editMecaSensor(db, { principal, scope }, params.id, body),
  );
  serve(api.describeMecaSensorDeletion, async ({ params, principal, scope }) => {
    const found = await findMecaSensor(db, { principal, scope }, params.id);
    return isRefusal(found) ? found : { name: found.name, effects: [] };
  });
  serve(api.deleteMecaSensor, ({ params, principal, scope }) => deleteMecaSensor(db, { principal, scope }, params.id));
}
