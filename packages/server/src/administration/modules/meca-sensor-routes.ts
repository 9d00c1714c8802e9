import { api } from '@sillage/contract';
import type { Db } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import { answersMay, withoutEffects } from '../tenancy/index.ts';
import { addMecaSensor, deleteMecaSensor, editMecaSensor, findMecaSensor, pageOfMecaSensors } from './meca-sensors.ts';

/** Mechanical sensors with their calibration line. */
export function mecaSensorRoutes(serve: Serve, db: Db): void {
  const may = answersMay(api.mecaSensorEndpoints);
  serve(api.listMecaSensors, ({ body, ...viewer }) => may.list(viewer, pageOfMecaSensors(db, viewer, body)));
  serve(api.readMecaSensor, ({ params, ...viewer }) => may.one(viewer, findMecaSensor(db, viewer, params.id)));
  serve(api.createMecaSensor, ({ body, ...viewer }) => may.one(viewer, addMecaSensor(db, viewer, body)));
  serve(api.editMecaSensor, ({ params, body, ...viewer }) =>
    may.one(viewer, editMecaSensor(db, viewer, params.id, body)),
  );
  serve(api.describeMecaSensorDeletion, async ({ params, ...viewer }) =>
    withoutEffects(await findMecaSensor(db, viewer, params.id)),
  );
  serve(api.deleteMecaSensor, ({ params, ...viewer }) => deleteMecaSensor(db, viewer, params.id));
}
