import { api } from '@sillage/contract';
import type { Db } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import { answersMay, withoutEffects } from '../tenancy/index.ts';
import { mecaSensorRoutes } from './meca-sensor-routes.ts';
import { addModule, deleteModule, editModule, findModule, pageOfModules } from './modules.ts';

/** What measures: modules that plug into devices, and mechanical sensors. */
export function moduleRoutes(serve: Serve, { db }: { readonly db: Db }): void {
  const may = answersMay(api.moduleEndpoints);
  serve(api.listModules, ({ body, ...viewer }) => may.list(viewer, pageOfModules(db, viewer, body)));
  serve(api.readModule, ({ params, ...viewer }) => may.one(viewer, findModule(db, viewer, params.id)));
  serve(api.createModule, ({ body, ...viewer }) => may.one(viewer, addModule(db, viewer, body)));
  serve(api.editModule, ({ params, body, ...viewer }) => may.one(viewer, editModule(db, viewer, params.id, body)));
  serve(api.describeModuleDeletion, async ({ params, ...viewer }) =>
    withoutEffects(await findModule(db, viewer, params.id)),
  );
  serve(api.deleteModule, ({ params, ...viewer }) => deleteModule(db, viewer, params.id));
  mecaSensorRoutes(serve, db);
}
