import { api, type Hub, isRefusal, type Scope, scopeOf } from '@sillage/contract';
import type { Db } from '../../platform/database/index.ts';
import type { Principal, Serve, Viewer } from '../../platform/http/index.ts';
import { answersMay, effect } from '../tenancy/index.ts';
import { cloudUrlRoutes } from './cloud-url-routes.ts';
import { type CurrentHub, findCurrentHub, giveHubNumber } from './current-hub.ts';
import { addHub, deleteHub, editHub, findHub, hubsOfClient, pageOfHubs } from './hubs.ts';

/** Hubs, the one that this server is, and the clouds it knows. */
export function hubRoutes(serve: Serve, dependencies: CurrentHub & { readonly db: Db }): void {
  const { db } = dependencies;
  // Without its row this server would have no ID.
  const may = answersMay<Hub>(api.hubEndpoints, ({ is_current }) => ({ delete: !is_current }));
  serve(api.listHubs, ({ body, ...viewer }) => may.list(viewer, pageOfHubs(db, viewer, body, dependencies)));
  serve(api.listClientHubs, ({ params, ...viewer }) => hubsOfClient(db, viewer, params.clientId, dependencies));
  serve(api.readHub, ({ params, ...viewer }) => may.one(viewer, findHub(db, viewer, params.id, dependencies)));
  serve(api.createHub, ({ body, ...viewer }) => may.one(viewer, addHub(db, viewer, body, dependencies)));
  serve(api.editHub, ({ params, body, ...viewer }) =>
    may.one(viewer, editHub(db, viewer, params.id, body, dependencies)),
  );
  serve(api.describeHubDeletion, async ({ params, ...viewer }) => {
    const found = await findHub(db, viewer, params.id, dependencies);
    if (isRefusal(found)) return found;
    const effects = effect(found.client_ids.length, 'lost', {
      fr: ['attribution à un client, qui est conservé', 'attributions à des clients, qui sont conservés'],
      en: ['assignment to a client, which is kept', 'assignments to clients, which are kept'],
    });
    return { name: found.name, effects };
  });
  serve(api.deleteHub, ({ params, ...viewer }) => deleteHub(db, viewer, params.id, dependencies));
  serve(api.readCurrentHub, async ({ principal }) => {
    const id = await findCurrentHub(db, dependencies);
    return isRefusal(id) ? id : findHub(db, seenBy(principal), id, dependencies);
  });
  serve(api.setHubId, async ({ body, ...viewer }) => {
    const id = await findCurrentHub(db, dependencies);
    if (isRefusal(id)) return id;
    return (await giveHubNumber(db, id, body.id)) ?? findHub(db, viewer, id, dependencies);
  });
  cloudUrlRoutes(serve, db, dependencies.role);
}

/** Everyone may know the hub that they talk to; its other clients only those who read hubs. */
function seenBy(principal: Principal): Viewer {
  const scope: Scope = scopeOf(principal.roles, 'hub.read') ?? 'client';
  return { principal, scope };
}
