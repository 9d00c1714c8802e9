import { type Content, isAlive } from '../core/index.ts';
import type { KeptRow } from './kept-row.ts';
import { type TravellingTable, travellingTables } from './travelling-tables.ts';

/** Whether a row of another server is believed: a code says why not; values that it is told instead of its own; that the row stays gone. */
export type Verdict =
  | { readonly refused: string }
  | { readonly instead: Content }
  | { readonly stays: 'gone' }
  | undefined;

/** How a server judges what another one sent. */
export type Judge = (
  table: TravellingTable,
  /** What it is here. */
  known: KeptRow | undefined,
  /** As it would be, with whose it is. */
  row: KeptRow,
) => Verdict;

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

const neverChosen: ReadonlyMap<string, readonly string[]> = new Map([
  ['users', cloudOfUsers],
  ['clients', cloudOfClients],
]);

/** Rights, passwords and keys are nobody's to choose among two edits, and are shown to nobody. */
export const isChosen = (table: string, field: string | null): boolean =>
  field === null || neverChosen.get(table)?.includes(field) !== true;

export const isInReach = ({ allClients, clientUids }: HubReach, clientUid: string | null): boolean =>
  clientUid !== null && (allClients || clientUids.has(clientUid));

/** What is the same for every client. */
export const globalTables: readonly string[] = travellingTables
  .filter(({ name, isOfCloud }) => isOfCloud || name === 'parameters')
  .map(({ name }) => name);

/** Whether a hub is told of a row. */
export const isForHub = (reach: HubReach, { table, clientUid }: Pick<KeptRow, 'table' | 'clientUid'>): boolean =>
  clientUid === null ? globalTables.includes(table) : isInReach(reach, clientUid);

/** The cloud believes a hub about its clients, and never about roles, passwords, or what is the same for all clients. */
export function judgeHub(reach: HubReach): Judge {
  return (table, known, row) => {
    const isTold = (key: string | null) => isInReach(reach, key);
    if (table.isOfCloud || (row.clientUid === null && isGlobal(row))) return { refused: 'sync.cloudOnly' };
    // Whose it is, is not known before what it hangs on: the hub tells it once more.
    if (row.clientUid === null && known === undefined) return { refused: 'sync.notYet' };
    if (!isTold(row.clientUid) || (known && !isTold(known.clientUid))) return { refused: 'sync.otherClient' };
    if (table.name === 'clients') return known ? judgeClient(known, row) : { refused: 'sync.cloudOnly' };
    if (table.name === 'users') return judgeUser(known, row);
    return undefined;
  };
}

const isGlobal = ({ table, state: { fields } }: KeptRow) =>
  (table === 'scenarios' && (fields.client_id?.value ?? null) === null) ||
  (table === 'parameters' && !['User', 'Client', 'Device'].includes(String(fields.table_name?.value)));

function judgeUser(known: KeptRow | undefined, row: KeptRow): Verdict {
  if (known === undefined) {
    const isBelieved = rolesOf(row).every((role) => believedRoles.has(role));
    if (!isBelieved || row.state.fields.is_recovery?.value === true) return { refused: 'sync.rightsOfHub' };
    return row.state.fields.password_hash === undefined ? undefined : { refused: 'sync.rightsOfHub' };
  }
  const isOfHub = rolesOf(known).every((role) => believedRoles.has(role));
  if (!isOfHub && !isAlive(known.state)) return { stays: 'gone' };
  // A mail is how a password is chosen anew: those of managers and administrators are nobody's on a hub.
  if (!isOfHub) {
    return keeping(known, row, Object.keys(known.state.fields), isDeletedBy(known, row));
  }
  return keeping(known, row, cloudOfUsers);
}

/** A client that is deleted on a hub stays in the cloud, with all that is its. */
function judgeClient(known: KeptRow, row: KeptRow): Verdict {
  if (!isAlive(known.state)) return { stays: 'gone' };
  const isGone = isDeletedBy(known, row);
  return keeping(known, row, isGone ? Object.keys(known.state.fields) : cloudOfClients, isGone);
}

const isDeletedBy = (known: KeptRow, { state: { deleted } }: KeptRow): boolean =>
  deleted !== null && deleted.at > (known.state.deleted?.at ?? '');

function rolesOf({ state }: KeptRow): readonly unknown[] {
  const roles = state.fields.roles?.value;
  return Array.isArray(roles) ? roles : [];
}

/** The cloud's own values of these fields, where the hub says others; all of them where it deleted the row. */
function keeping(known: KeptRow, row: KeptRow, fields: readonly string[], isAll = false): Verdict {
  const isLater = (name: string) => (row.state.fields[name]?.at ?? '') > (known.state.fields[name]?.at ?? '');
  const again = isAll ? fields : fields.filter(isLater);
  if (again.length === 0) return undefined;
  const instead: Content = Object.fromEntries(again.map((name) => [name, known.state.fields[name]?.value ?? null]));
  return { instead };
}
