import { type Answered, api, isRefusal, type Refusal, refuse, type User, type UserQuery } from '@sillage/contract';
import type { Db } from '../../platform/database/index.ts';
import type { Serve, Viewer } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import type { Accounts } from '../accounts/index.ts';
import { createUser } from './create-user.ts';
import { deleteUser, describeUserDeletion } from './delete-user.ts';
import { editUser } from './edit-user.ts';
import { findUser, pageOfUsers } from './find-users.ts';
import { refuseTarget } from './judge-changes.ts';
import { presentById, presentUsers } from './present-users.ts';

interface Dependencies {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly accounts: Pick<Accounts, 'invite' | 'endSessions'>;
  /** Cuts live connections: those who still may come back as who they are now. */
  readonly disconnect: (userIds: readonly number[]) => void;
}

/** The people of the clients. */
export function userRoutes(serve: Serve, { db, secrets, accounts, disconnect }: Dependencies): void {
  serve(api.listUsers, async ({ body, ...viewer }) => {
    const { rows, total, isEstimate } = await pageOfUsers(db, viewer, inOurNames(body));
    const items = (await presentUsers(db, viewer, rows)).map((user) =>
      body.soft ? withoutAdministration(user) : user,
    );
    return { items, total, ...(isEstimate && { total_is_estimate: true }) };
  });
  serve(api.readUser, async ({ params, ...viewer }) => {
    const found = await findUser(db, viewer, params.id);
    return isRefusal(found) ? found : presentById(db, viewer, params.id);
  });
  serve(api.createUser, ({ body, ...viewer }) => createUser(db, viewer, body));
  serve(api.editUser, ({ params, body, ...viewer }) =>
    editUser({ db, secrets, accounts, disconnect }, viewer, params.id, body),
  );
  serve(api.deleteUser, ({ params, ...viewer }) => deleteUser({ db, accounts }, viewer, params.id));
  serve(api.describeUserDeletion, ({ params, ...viewer }) => describeUserDeletion(db, viewer, params.id));
  serve(api.listUserGroups, async ({ params, ...viewer }) => {
    const found = await findUser(db, viewer, params.id);
    if (isRefusal(found)) return found;
    const user = await presentById(db, viewer, params.id);
    return isRefusal(user) ? user : { items: user.groups, total: user.groups.length };
  });
  serve(api.inviteUser, async ({ params, ...viewer }) => {
    const refused = await refuseInvitation(db, viewer, params.id);
    return refused ?? accounts.invite(params.id);
  });
}

/** What is asked by the names that other programs use, together with ours. */
function inOurNames(query: UserQuery): UserQuery {
  const { clientIds, client_id, groupIds, group_ids, roles, role } = query;
  return {
    ...query,
    clientIds: bothOf(clientIds, client_id == null ? [] : [client_id]),
    groupIds: bothOf(groupIds, group_ids),
    roles: bothOf(roles, role == null ? [] : [role]),
  };
}

/** A filter given by both names keeps what either keeps. */
function bothOf<T>(ours: T[], theirs: T[]): T[] {
  return ours.length === 0 ? theirs : theirs.length === 0 ? ours : [...new Set([...ours, ...theirs])];
}

function withoutAdministration({ manager_comment: _, admin_comment: __, ...user }: Answered<User>): Answered<User> {
  return { ...user, externalAPI: {} };
}

/** Those who may change a person may let them choose a password; one's own is changed in the account. */
async function refuseInvitation(db: Db, viewer: Viewer, id: number): Promise<Refusal | undefined> {
  const row = await findUser(db, viewer, id);
  if (isRefusal(row)) return row;
  if (row.id === viewer.principal.userId) return refuse('permission.denied');
  return refuseTarget(viewer, { row });
}
