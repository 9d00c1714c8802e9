import { sql } from 'drizzle-orm';
import type { Db } from '../database/index.ts';
import { type LogPosition, readPosition, tablesByUid } from './index.ts';

/** Those that the log is of: what has a uid, and pairs. */
export const logged = tablesByUid.filter(
  ({ name }) => !['settings', 'csv_mappings', 'scenario_versions'].includes(name),
);
const pairs: Readonly<Record<string, readonly [string, string]>> = {
  client_sports: ['client_id', 'sport_id'],
  client_sensors: ['client_id', 'sensor_id'],
  client_hubs: ['client_id', 'hub_id'],
  group_members: ['group_id', 'user_id'],
  device_users: ['device_id', 'user_id'],
  record_users: ['record_id', 'user_id'],
  seance_records: ['record_id', 'seance_id'],
};
const ofClients = ['groups', 'users', 'exercises', 'configs', 'devices', 'modules', 'meca_sensors', 'records'];

/** A row as it is somewhere. */
export interface SeenRow {
  readonly content: string;
  /** The transactions that wrote it, and the row that it hangs on, last. */
  readonly written: string;
  /** null = of every client. */
  readonly clientId: number | null;
}
export interface Seen {
  readonly position: LogPosition;
  /** By `table uid other`. */
  readonly rows: ReadonlyMap<string, SeenRow>;
}

const target = (column: string) => (column === 'seance_id' ? 'records' : column.replace('_id', 's'));
/** Whose a row "r" of a table is, and who wrote the row that it hangs on, as SQL. */
function ownerOf(table: string): readonly [clientId: string, written: string] {
  const pair = pairs[table];
  const of = (owner: string, key: string, field: string) => `(select ${field} from ${owner} o where o.id = r.${key})`;
  if (pair !== undefined) {
    const client = pair[0] === 'client_id' ? 'r.client_id' : of(target(pair[0]), pair[0], 'client_id');
    return [client, of(target(pair[0]), pair[0], 'xmin::text')];
  }
  if (['selections', 'record_steps', 'video_alignments', 'record_errors'].includes(table)) {
    return [of('records', 'record_id', 'client_id'), of('records', 'record_id', 'xmin::text')];
  }
  // The deeds set those of people only.
  if (table === 'parameters') return [of('users', 'target_id', 'client_id'), of('users', 'target_id', 'xmin::text')];
  if (table === 'clients') return ['r.id', `''`];
  return [ofClients.includes(table) ? 'r.client_id' : 'null::integer', `''`];
}

/** For tests of the log: every row that is there, and the position of who has read them all. */
export const lookAtRows = (db: Db) =>
  db.transaction(
    async (tx): Promise<Seen> => {
      const rows = new Map<string, SeenRow>();
      for (const { name } of logged) {
        const [one, other] = pairs[name] ?? ['', ''];
        const [clientId, written] = ownerOf(name);
        const uids =
          one === ''
            ? [`r.uid, null as other`, '']
            : [
                'a.uid, b.uid as other',
                `join ${target(one)} a on a.id = r.${one} join ${target(other)} b on b.id = r.${other}`,
              ];
        const { rows: found } = await tx.execute(
          sql.raw(
            `select ${uids[0]}, md5(r::text) as content, r.xmin::text || ' ' || ${written} as written,
            ${clientId} as client_id from ${name} r ${uids[1]}`,
          ),
        );
        for (const { uid, other: second, content, written: by, client_id } of found) {
          const of = client_id === null ? null : Number(client_id);
          rows.set(`${name} ${uid} ${second}`, { content: String(content), written: String(by), clientId: of });
        }
      }
      return { position: await readPosition(tx), rows };
    },
    { isolationLevel: 'repeatable read' },
  );
