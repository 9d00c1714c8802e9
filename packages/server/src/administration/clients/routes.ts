import { api, isRefusal, type Refusal, refuse, type Scope } from '@sillage/contract';
import type { Db } from '../../platform/database/index.ts';
import type { Principal, Serve } from '../../platform/http/index.ts';
import { clientExists, listGroups, listPeople, listSports } from './repository.ts';

/** The small lists of a client that forms and filters need. */
export function clientRoutes(serve: Serve, { db }: { readonly db: Db }): void {
  serve(api.listClientGroups, async ({ params, principal, scope }) => {
    const clientId = await visibleClient(db, params.clientId, principal, scope);
    return isRefusal(clientId) ? clientId : listed(await listGroups(db, clientId));
  });
  serve(api.listClientSports, async ({ params, principal, scope }) => {
    const clientId = await visibleClient(db, params.clientId, principal, scope);
    return isRefusal(clientId) ? clientId : listed(await listSports(db));
  });
  serve(api.listClientUsers, async ({ params, principal, scope }) => {
    const clientId = await visibleClient(db, params.clientId, principal, scope);
    if (isRefusal(clientId)) return clientId;
    const people = await listPeople(db, clientId);
    return listed(people.filter((person) => maySee(principal, scope, person)));
  });
}

/** Another client's things are not there, whether they exist or not. */
async function visibleClient(db: Db, clientId: number, principal: Principal, scope: Scope): Promise<number | Refusal> {
  const visible = scope === 'everything' ? await clientExists(db, clientId) : clientId === principal.clientId;
  return visible ? clientId : refuse('entity.notFound');
}

function maySee(principal: Principal, scope: Scope, person: { id: number; group_ids: readonly number[] }): boolean {
  if (person.id === principal.userId) return true;
  switch (scope) {
    case 'everything':
    case 'client':
      return true;
    case 'groups':
      return person.group_ids.some((id) => principal.groupIds.includes(id));
    case 'own':
      return false;
  }
}

function listed<T>(items: T[]): { items: T[]; total: number } {
  return { items, total: items.length };
}
