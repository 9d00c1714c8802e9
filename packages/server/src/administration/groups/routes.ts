import { api, isRefusal } from '@sillage/contract';
import { and, asc, eq } from 'drizzle-orm';
import { type Db, tables } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import { reachableUserIds } from '../tenancy/index.ts';
import { createGroup, deleteGroup, describeGroupDeletion, editGroup } from './change-groups.ts';
import { findGroup, pageOfGroups } from './find-groups.ts';

const { groupMembers, users } = tables;

/** Groups of people and devices. */
export function groupRoutes(serve: Serve, { db }: { readonly db: Db }): void {
  serve(api.listGroups, ({ body, ...viewer }) => pageOfGroups(db, viewer, body));
  serve(api.readGroup, ({ params, ...viewer }) => findGroup(db, viewer, params.id));
  serve(api.createGroup, ({ body, ...viewer }) => createGroup(db, viewer, body));
  serve(api.editGroup, ({ params, body, ...viewer }) => editGroup(db, viewer, params.id, body));
  serve(api.deleteGroup, ({ params, ...viewer }) => deleteGroup(db, viewer, params.id));
  serve(api.describeGroupDeletion, ({ params, ...viewer }) => describeGroupDeletion(db, viewer, params.id));
  serve(api.listGroupUsers, async ({ params, ...viewer }) => {
    const group = await findGroup(db, viewer, params.id);
    if (isRefusal(group)) return group;
    // An athlete sees that they are in it, not who else is.
    const items = await db
      .select({ id: users.id, firstname: users.firstname, lastname: users.lastname })
      .from(groupMembers)
      .innerJoin(users, eq(users.id, groupMembers.userId))
      .where(and(eq(groupMembers.groupId, params.id), reachableUserIds(db, viewer, users.id)))
      .orderBy(asc(users.lastname), asc(users.firstname), asc(users.id));
    return { items, total: items.length };
  });
}
