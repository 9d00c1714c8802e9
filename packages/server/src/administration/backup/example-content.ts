import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ConfigContent } from '@sillage/contract';
import { composeDeviceNumber, deviceDisplayName, deviceFamilies } from '@sillage/domain';
import { tablesByUid } from '../../platform/rows-by-uid/index.ts';
import { newUid } from '../tenancy/index.ts';
import { type BackupDependencies, schemaOf } from './export-job.ts';
import { formatVersion } from './manifest.ts';
import { createBackupWriter } from './write-backup.ts';

type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** A backup to look at and to try a restore with: every table, empty or with a small club that does not exist. */
export async function writeExample(dependencies: BackupDependencies, isFilled: boolean): Promise<Readable> {
  const created = new Date(dependencies.clock.nowMs()).toISOString();
  const schema = await schemaOf(dependencies.database.db);
  const rows = isFilled ? exampleRows(created.replace('Z', '000Z')) : {};
  const writer = createBackupWriter();
  const writeAll = async () => {
    for (const { name, columns } of tablesByUid) {
      const lines = (rows[name] ?? []).map((row) =>
        JSON.stringify(Object.fromEntries(columns.map((column) => [column.name, row[column.name] ?? null]))),
      );
      await writer.table(
        name,
        columns.map((column) => column.name),
        (async function* () {
          yield* lines;
        })(),
      );
    }
    const scope = { client_uid: null, client_name: null, with_files: false, start: null, end: null };
    const head = { product: 'sillage' as const, format: formatVersion, version: dependencies.version, schema, created };
    await writer.finish({ ...head, scope: { ...scope, timezone: 'Europe/Paris' } });
  };
  writeAll().catch(writer.fail);
  return writer.output;
}

/** What the devices of the example measure with. */
const measured: ConfigContent = {
  modules: {
    imu: { type: 'imu', enabled: true, rate: 100, realtimeRate: 20, calib_type: 'calib_acc_gyro' },
    gps: { type: 'gps', enabled: true, rate: 10, realtimeRate: 5, calib_type: 'no_calib' },
  },
};

/** No password: nobody of the example can sign in until one is chosen. */
function exampleRows(created_at: string): Rows {
  const [client, group, sport, config] = [newUid(), newUid(), newUid(), newUid()];
  const people = [
    { firstname: 'Camille', lastname: 'Exemple', role: 'Coach' },
    { firstname: 'Alix', lastname: 'Exemple', role: 'Athlete' },
    { firstname: 'Noa', lastname: 'Exemple', role: 'Athlete' },
  ].map((person) => ({ ...person, uid: newUid(), mail: `${person.firstname.toLowerCase()}@example.org` }));
  const devices = [9901, 9902].map((serial, n) => {
    const number = composeDeviceNumber({ family: deviceFamilies.mini, hardware: 10, serial });
    return { uid: newUid(), number, name: deviceDisplayName(number), athlete: people[n + 1]?.uid };
  });
  const text = { comment: '', manager_comment: '', admin_comment: '' };
  return {
    sports: [{ uid: sport, name: 'example', display_name: { fr: 'Exemple', en: 'Example' }, text: '', value: '' }],
    clients: [
      {
        ...{ uid: client, name: 'club-exemple', display_name: 'Club Exemple', enabled: true, cloud_enabled: false },
        ...{ video_enabled: false, video_quality: '720p', video_fps: 24, indicators: {}, created_at },
      },
    ],
    client_sports: [{ client_id: client, sport_id: sport }],
    groups: [{ uid: group, client_id: client, name: 'Groupe Exemple' }],
    users: people.map(({ uid, mail, firstname, lastname, role }) => ({
      ...{ uid, client_id: client, mail, firstname, lastname, roles: [role], language: 'fr', active: true, ...text },
      ...{ terms_accepted: false, terms_hidden: false, is_recovery: false, external_api: {}, created_at },
    })),
    group_members: people.map(({ uid }) => ({ group_id: group, user_id: uid })),
    exercises: ['200 m', '500 m', '2 000 m'].map((name) => ({ uid: newUid(), client_id: client, name })),
    configs: [{ uid: config, client_id: client, name: 'Exemple', config: JSON.stringify(measured), comment: '' }],
    devices: devices.map(({ uid, number, name }) => ({
      ...{ uid, number, name, enabled: true, client_id: client, group_id: group, serial_number: '', other_data: {} },
      // Nobody knows the secret: a new one is asked for when such a device is to connect.
      ...{ secret_hash: randomBytes(32).toString('hex'), created_at, ...text },
    })),
    device_users: devices.flatMap(({ uid, athlete }) =>
      athlete === undefined ? [] : [{ device_id: uid, user_id: athlete }],
    ),
  };
}
