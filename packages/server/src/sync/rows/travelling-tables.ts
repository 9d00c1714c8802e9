import type { Translated } from '@sillage/contract';
import { tablesByUid } from '../../platform/rows-by-uid/index.ts';

type TableByUid = (typeof tablesByUid)[number];

/** A table whose rows travel between hubs and cloud. */
export interface TravellingTable {
  readonly name: string;
  readonly displayName: Translated;
  readonly table: TableByUid;
  /** Two rows by their uids; a pair has no field of its own. */
  readonly pair: readonly [column: string, other: string] | undefined;
  /** Columns that travel, without `uid`. */
  readonly columns: TableByUid['columns'];
  /** What no two rows of a server may share. */
  readonly natural: readonly string[];
  /** Only the cloud's word counts: it is the same for every client. */
  readonly isOfCloud: boolean;
  /** Values of a new row for columns that do not travel, as SQL. */
  readonly filled: Readonly<Record<string, string>>;
}

interface Description {
  readonly fr: string;
  readonly en: string;
  /** Columns that stay here: secrets, and what each server computes itself. */
  readonly stays?: readonly string[];
  readonly isOfCloud?: boolean;
  readonly filled?: Readonly<Record<string, string>>;
}

/** Which rows travel, and what stays (decision "what a hub and a cloud tell each other"). */
const descriptions: Readonly<Record<string, Description>> = {
  sports: { fr: 'Sports', en: 'Sports', isOfCloud: true },
  clients: { fr: 'Clients', en: 'Clients' },
  client_sports: { fr: 'Sports des clients', en: 'Sports of clients' },
  groups: { fr: 'Groupes', en: 'Groups' },
  users: { fr: 'Utilisateurs', en: 'Users', stays: ['external_api', 'terms_accepted', 'terms_hidden'] },
  group_members: { fr: 'Membres des groupes', en: 'Members of groups' },
  exercises: { fr: 'Exercices', en: 'Exercises' },
  configs: { fr: 'Configurations', en: 'Configurations' },
  scenarios: { fr: 'Scénarios', en: 'Scenarios' },
  devices: {
    fr: 'Capteurs',
    en: 'Devices',
    stays: ['secret_hash', 'meta', 'last_seen_at', 'other_data'],
    // Nobody knows what this is the hash of: the device is given a secret where it connects.
    filled: {
      secret_hash: `encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex')`,
    },
  },
  device_users: { fr: 'Athlètes des capteurs', en: 'Athletes of devices' },
  modules: { fr: 'Modules', en: 'Modules' },
  meca_sensors: { fr: 'Capteurs mécaniques', en: 'Mechanical sensors' },
  records: {
    fr: 'Enregistrements',
    en: 'Records',
    stays: [
      ...['decode_state', 'signals_version', 'available_data', 'modules', 'preview', 'size_bytes', 'duration_seconds'],
      ...['applied_steps', 'original_purged', 'clock_jumps', 'clock_drift', 'missing_blocks', 'sync_failed'],
      ...['meta_problem', 'has_athlete', 'film', 'original_elsewhere'],
    ],
    // A session has no samples to wait for; those of others have not come yet.
    filled: {
      decode_state: `case when r."source" = 'seance' then 'done' else 'error' end`,
      original_elsewhere: `r."source" <> 'seance'`,
    },
  },
  record_users: { fr: 'Athlètes des enregistrements', en: 'Athletes of records' },
  seance_records: { fr: 'Enregistrements des séances', en: 'Records of sessions' },
  selections: { fr: 'Sélections', en: 'Selections' },
  record_steps: { fr: 'Étapes des enregistrements', en: 'Steps of records' },
  video_alignments: { fr: 'Calages des vidéos', en: 'Alignments of videos' },
  parameters: { fr: 'Paramètres', en: 'Parameters' },
};

/** Each after those that its rows name. */
export const travellingTables: readonly TravellingTable[] = tablesByUid.flatMap((table) => {
  const described = descriptions[table.name];
  if (described === undefined) return [];
  const { fr, en, stays = [], isOfCloud = false, filled = {} } = described;
  const [one, other] = table.columns.map(({ name }) => name);
  const isPair = table.kind === 'join';
  return [
    {
      name: table.name,
      displayName: { fr, en },
      table,
      pair: isPair && one !== undefined && other !== undefined ? ([one, other] as const) : undefined,
      columns: isPair ? [] : table.columns.filter(({ name }) => name !== 'uid' && !stays.includes(name)),
      natural: table.kind === 'keyed' ? table.identity : table.natural,
      isOfCloud,
      filled,
    },
  ];
});

export const travellingTable = (name: string): TravellingTable | undefined =>
  travellingTables.find((one) => one.name === name);

/** Tables that the two columns of a pair name. */
export const pairTables = ({ pair, table }: Pick<TravellingTable, 'pair' | 'table'>): readonly string[] =>
  (pair ?? []).flatMap((name) => table.columns.find((column) => column.name === name)?.refersTo ?? []);

/** What `other_uid` is for rows that are no pairs. */
export const noUid = '00000000-0000-0000-0000-000000000000';
/** The one field of a pair. */
export const pairField = 'pair';
