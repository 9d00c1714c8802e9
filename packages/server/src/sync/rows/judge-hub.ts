import type { Content } from '../core/index.ts';
import type { KeptRow } from './keep-states.ts';
import type { Judge, Verdict } from './merge-rows.ts';

/** Whose rows a hub may tell the cloud of. */
export interface HubReach {
  readonly allClients: boolean;
  readonly clientUids: ReadonlySet<string>;
}

/** Roles that a hub may give to somebody whom the cloud does not know. */
const believedRoles: ReadonlySet<unknown> = new Set(['Coach', 'Athlete']);
/** What the cloud says of people whom it knows; nobody changes it on a hub. */
const cloudOfUsers = ['roles', 'active', 'is_recovery', 'password_hash', 'client_id'];
/** A hub does not rename, open or close a client, nor choose its key. */
const cloudOfClients = ['name', 'enabled', 'cloud_enabled', 'recovery_key'];

export const isInReach = ({ allClients, clientUids }: HubReach, clientUid: string | null): boolean =>
  clientUid !== null && (allClients || clientUids.has(clientUid));

/** The cloud believes a hub about its clients, and never about roles, passwords, or what is the same for all clients. */
export function judgeHub(reach: HubReach): Judge {
  return (table, known, row) => {
    const isTold = (key: string | null) => isInReach(reach, key);
    if (table.isOfCloud || (row.clientUid === null && isGlobal(row))) return { refused: 'sync.cloudOnly' };
    if (!isTold(row.clientUid) || (known && !isTold(known.clientUid))) return { refused: 'sync.otherClient' };
    if (table.name === 'clients') return known ? keeping(known, row, cloudOfClients) : { refused: 'sync.cloudOnly' };
    if (table.name === 'users') return judgeUser(known, row);
    return undefined;
  };
}

const isGlobal = ({ table, state }: KeptRow) =>
  table === 'parameters' && !['User', 'Client', 'Device'].includes(String(state.fields.table_name?.value));

function judgeUser(known: KeptRow | undefined, row: KeptRow): Verdict {
  if (known === undefined) {
    const isBelieved = rolesOf(row).every((role) => believedRoles.has(role));
    if (!isBelieved || row.state.fields.is_recovery?.value === true) return { refused: 'sync.rightsOfHub' };
    return row.state.fields.password_hash === undefined ? undefined : { refused: 'sync.rightsOfHub' };
  }
  // A mail is how a password is chosen anew: those of managers and administrators are nobody's on a hub.
  if (!rolesOf(known).every((role) => believedRoles.has(role))) {
    const isSame = Object.entries(row.state.fields).every(
      ([name, { at }]) => at <= (known.state.fields[name]?.at ?? ''),
    );
    const isGone = row.state.deleted !== null && row.state.deleted.at > (known.state.deleted?.at ?? '');
    return isSame && !isGone ? undefined : keeping(known, row, Object.keys(known.state.fields));
  }
  return keeping(known, row, cloudOfUsers);
}

function rolesOf({ state }: KeptRow): readonly unknown[] {
  const roles = state.fields.roles?.value;
  return Array.isArray(roles) ? roles : [];
}

/** The cloud's own values of these fields, where the hub says others. */
function keeping(known: KeptRow, row: KeptRow, fields: readonly string[]): Verdict {
  const own = fields.filter((name) => (row.state.fields[name]?.at ?? '') > (known.state.fields[name]?.at ?? ''));
  const wasDeleted = row.state.deleted !== null && row.state.deleted.at > (known.state.deleted?.at ?? '');
  const again = wasDeleted && fields.length > cloudOfUsers.length ? fields : own;
  if (again.length === 0) return undefined;
  const instead: Content = Object.fromEntries(again.map((name) => [name, known.state.fields[name]?.value ?? null]));
  return { instead };
}
