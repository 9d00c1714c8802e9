import { api, isRefusal } from '@sillage/contract';
import type { Db } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import { mecaSensorRoutes } from './meca-sensor-routes.ts';
import { addModule, deleteModule, editModule, findModule, pageOfModules } from './modules.ts';

/** What measures: modules that plug into devices, and mechanical sensors. */
export function moduleRoutes(serve: Serve, { db }: { readonly db: Db }): void {
  serve(api.listModules, ({ body, principal, scope }) => pageOfModules(db, { principal, scope }, body));
  serve(api.readModule, ({ params, principal, scope }) => findModule(db, { principal, scope }, params.id));
  serve(api.createModule, ({ body, principal, scope }) => addModule(db, { principal, scope }, body));
  serve(api.editModule, ({ params, body, principal, scope }) => editModule(db, { principal, scope }, params.id, body));
  serve(api.describeModuleDeletion, async ({ params, principal, scope }) => {
    const found = await findModule(db, { principal, scope }, params.id);
    return isRefusal(found) ? found : { name: found.name, effects: [] };
  });
  serve(api.deleteModule, ({ params, principal, scope }) => deleteModule(db, { principal, scope }, params.id));
  mecaSensorRoutes(serve, db);
}
