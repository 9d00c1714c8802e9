import { CachedData, CachedTable } from '@sillage/contract';

/**
 * The marks (`triggers.sql`) behind what can be asked about: its own rows, those that join it to others, and those
 * whose names it shows; where nothing is said here its own rows and its club's. `tasks:` and `releases:` stand for every
 * mark that begins so.
 */
const marksOfTables: Readonly<Partial<Record<CachedTable, readonly string[]>>> = {
  users: ['users', 'group_members', 'groups', 'clients'],
  clients: ['clients', 'client_sports', 'client_sensors', 'client_hubs', 'hubs'],
  groups: ['groups', 'group_members', 'users', 'devices', 'clients'],
  sports: ['sports', 'client_sports'],
  sensors: ['sensors', 'client_sensors'],
  devices: ['devices', 'device_users', 'users', 'groups', 'clients'],
  mallettes: ['hubs', 'client_hubs'],
  modules: ['modules', 'devices', 'clients'],
  device_releases: ['releases', 'releases:device'],
  hardware_releases: ['releases', 'releases:hardware'],
  cloud_urls: ['cloud_urls'],
  parameters: ['parameters', 'users', 'sports', 'client_sports'],
  tasks: ['tasks', 'tasks:', 'clients', 'records', 'record_users', 'users'],
  records: [
    'records',
    'record_users',
    'seance_records',
    'selections',
    'record_steps',
    'video_alignments',
    'analysis_results',
    'record_errors',
    'users',
    'groups',
    'devices',
    // Who wears a device is proposed for its new records.
    'device_users',
    'sports',
  ],
  api_keys: ['api_keys'],
  settings: ['settings'],
};

const parametersOfPeople = ['parameters', 'users', 'clients', 'sports'];
const marksOfData: Readonly<Record<CachedData, readonly string[]>> = {
  terms: ['settings'],
  timezones: [],
  pdf_params: parametersOfPeople,
  rec_params: parametersOfPeople,
};

export function marksOfTable(table: CachedTable): readonly string[] {
  return marksOfTables[table] ?? [table, 'clients'];
}

/** Undefined for a name that means nothing. */
export function marksOfName(name: string): readonly string[] | undefined {
  const table = CachedTable.safeParse(name);
  if (table.success) return marksOfTable(table.data);
  const data = CachedData.safeParse(name);
  return data.success ? marksOfData[data.data] : undefined;
}

/** Tasks of one name, and what changed before names were marked. */
export function marksOfTask(name: string): readonly string[] {
  return ['tasks', `tasks:${name}`];
}
