import { api, isRefusal } from '@sillage/contract';
import { and, asc, eq } from 'drizzle-orm';
import { type Db, tables } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import { answersMay, reachableUserIds } from '../tenancy/index.ts';
import { createGroup, deleteGroup, describeGroupDeletion, editGroup } from './change-groups.ts';
import { findGroup, pageOfGroups } from './find-groups.ts';

const { groupMembers, users } = tables;

interface Dependencies {
  readonly db: Db;
  /** Cuts live connections: those who still may come back with the groups that they have now. */
  readonly disconnect: (userIds: readonly number[]) => void;
}

/** Groups of people and devices. */
export function groupRoutes(serve: Serve, { db, disconnect }: Dependencies): void {
  const may = answersMay(api.groupEndpoints);
  serve(api.listGroups, ({ body, ...viewer }) => may.list(viewer, pageOfGroups(db, viewer, body)));
  serve(api.readGroup, ({ params, ...viewer }) => may.one(viewer, findGroup(db, viewer, params.id)));
  serve(api.createGroup, ({ body, ...viewer }) => may.one(viewer, createGroup(db, viewer, body)));
  serve(api.editGroup, async ({ params, body, ...viewer }) => {
    const edited = await editGroup(db, viewer, params.id, body);
    if (isRefusal(edited)) return edited;
    disconnect(edited.leftUserIds);
    return may.one(viewer, edited.group);
  });
  serve(api.deleteGroup, async ({ params, ...viewer }) => {
    const members = await deleteGroup(db, viewer, params.id);
    if (isRefusal(members)) return members;
    disconnect(members);
    return undefined;
  });
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
