import type { ApiClient } from '@sillage/client';
import { api, type Role } from '@sillage/contract';
import { addPerson, administrator, signIn, type TestHub, waitUntil } from '@sillage/testkit';

/** How a thing stands to the people of the first client: in the coach's group and the athlete's own; of the same client only; of another client; nowhere. */
export type Where = 'own' | 'ownClient' | 'foreign' | 'absent';
export type Kind =
  | 'user'
  | 'client'
  | 'group'
  | 'device'
  | 'record'
  | 'task'
  | 'exercise'
  | 'config'
  | 'ghost'
  | 'compiled'
  | 'module'
  | 'mecaSensor'
  | 'sensor'
  | 'hub'
  | 'sport'
  | 'deviceRelease'
  | 'hardwareRelease'
  | 'cloudUrl';

/** An id, and what else calls need of the thing. */
export interface Target {
  readonly id: number;
  readonly clientId: number;
  /** Of a device. */
  readonly number: number;
  /** Of a record. */
  readonly selectionId: number;
}

/** No row has it, and it fits the database's integers. */
export const absentId = 2_000_000_000;

export interface Side {
  readonly clientId: number;
  readonly groupId: number;
  readonly athleteId: number;
  /** Who besides the athlete is in its groups. */
  readonly coachId: number | undefined;
}

export interface Population {
  readonly sides: Readonly<Record<Exclude<Where, 'absent'>, Side>>;
  /** `Authorization` of people of the first client, by role. */
  readonly callers: Readonly<Record<Role, string>>;
  readonly deviceSecret: string;
  /** A thing of this kind and place; the same one each time. */
  target(kind: Kind, where: Where): Promise<Target>;
  /** One that may be deleted. */
  fresh(kind: Kind, where: Where): Promise<Target>;
}

/** Two clients with everything in each, made through the interface as an administrator would. */
export async function populate(hub: TestHub): Promise<Population> {
  const admin = hub.client;
  const home = hub.user.client_id;
  const other = (await admin.call(api.createClient, { body: { name: 'other' } })).id;
  const group = async (name: string, client_id: number) =>
    (await admin.call(api.createGroup, { body: { name, client_id } })).id;
  const person = (mail: string, role: 'Manager' | 'Coach' | 'Athlete', client_id: number, groups: number[]) =>
    addPerson(admin, { mail, role, client_id, groups, firstname: role, lastname: mail.split('@')[0] ?? 'x' });
  const side = async (name: string, clientId: number): Promise<Side> => {
    const groupId = await group(name, clientId);
    const coachId = name === 'own' ? await person('coach@own.test', 'Coach', clientId, [groupId]) : undefined;
    const athleteId = await person(`${name}@athletes.test`, 'Athlete', clientId, [groupId]);
    return { clientId, groupId, athleteId, coachId };
  };
  const sides = {
    own: await side('own', home),
    ownClient: await side('next', home),
    foreign: await side('far', other),
  };
  await person('manager@own.test', 'Manager', home, []);
  const authorizationOf = async (mail: string) => (await signIn(hub.url, { mail })).authorization;
  const make = makers(admin, sides);
  const kept = new Map<string, Promise<Target>>();
  const fresh = (kind: Kind, where: Where) => (where === 'absent' ? Promise.resolve(nowhere) : make(kind, where));
  return {
    sides,
    callers: {
      Admin: await authorizationOf(administrator.mail),
      Manager: await authorizationOf('manager@own.test'),
      Coach: await authorizationOf('coach@own.test'),
      Athlete: await authorizationOf('own@athletes.test'),
    },
    deviceSecret: (await admin.call(api.createDevice, { body: { type: 'maxi', serial: 9000 } })).secret ?? '',
    fresh,
    target(kind, where) {
      const key = `${kind} ${where}`;
      const known = kept.get(key) ?? fresh(kind, where);
      kept.set(key, known);
      return known;
    },
  };
}

const nowhere: Target = { id: absentId, clientId: absentId, number: 10_209_999, selectionId: absentId };

type Make = (kind: Kind, where: Exclude<Where, 'absent'>) => Promise<Target>;

function makers(admin: ApiClient, sides: Population['sides']): Make {
  let serial = 0;
  const next = () => {
    serial += 1;
    return serial;
  };
  return async (kind, where) => {
    const { clientId: client_id, groupId, athleteId, coachId } = sides[where];
    const n = next();
    const name = `${kind}-${where}-${n}`;
    const of = (made: { id: number }, about: { number?: number; selectionId?: number } = {}): Target => ({
      clientId: client_id,
      number: 0,
      selectionId: 0,
      ...about,
      id: made.id,
    });
    const owned = { name, client_id };
    switch (kind) {
      case 'client':
        // The own client is the callers' very own: it can be looked at and changed, but is not to be made again.
        return where === 'foreign' ? of(await admin.call(api.createClient, { body: { name } })) : of({ id: client_id });
      case 'user': {
        const mail = `${name}@made.test`.toLowerCase();
        const body = {
          mail,
          firstname: 'A',
          lastname: name,
          roles: ['Athlete' as const],
          client_id,
          groups: [groupId],
        };
        return of(await admin.call(api.createUser, { body }));
      }
      case 'group':
        return of(
          await admin.call(api.createGroup, {
            body: { name, client_id, users: coachId === undefined ? [athleteId] : [coachId, athleteId] },
          }),
        );
      case 'device': {
        const body = { name, type: 'maxi' as const, serial: n, client_id, group_id: groupId, users: [athleteId] };
        const made = await admin.call(api.createDevice, { body });
        return of(made, { number: made.number });
      }
      case 'record': {
        const made = await recordOf(admin, sides[where], name);
        return of(made, made);
      }
      case 'task': {
        const { id: rec_id } = await recordOf(admin, sides[where], name);
        const [task] = await admin.call(api.listTaskStatus, { query: { rec_id } });
        if (task === undefined) throw new Error('the upload made no task');
        return of(task);
      }
      case 'exercise':
        return of(await admin.call(api.createExercise, { body: owned }));
      case 'config':
        return of(await admin.call(api.createConfig, { body: { ...owned, config: '{"modules":{}}' } }));
      case 'ghost':
        return of(await admin.call(api.createGhostScenario, { body: { ...owned, classname: 'GuidedRecordScenario' } }));
      case 'compiled':
        return of(
          await admin.call(api.uploadCompiledScenario, {
            params: { clientId: client_id },
            body: { name, language: 'txt', source: 'scenario "A" en "A"\nwait button\n' },
          }),
        );
      case 'module':
        return of(await admin.call(api.createModule, { body: { ...owned, type: 'imu' } }));
      case 'mecaSensor':
        return of(await admin.call(api.createMecaSensor, { body: { ...owned, type: 'force' } }));
      case 'sensor': {
        const made = await admin.call(api.createSensor, {
          body: { name, type: 'imu', allclients: false, config: '{}' },
        });
        const held = await admin.call(api.readClient, { params: { id: client_id } });
        const sensor_ids = [...held.sensor_ids, made.id];
        await admin.call(api.editClient, { params: { id: client_id }, body: { sensor_ids } });
        return of(made);
      }
      case 'hub':
        return of(
          await admin.call(api.createHub, {
            body: { number: 100 + n, name, allclients: false, client_ids: [client_id] },
          }),
        );
      case 'sport':
        return of(
          await admin.call(api.createSport, { body: { name: `sport-${n}`, display_name: { fr: name, en: name } } }),
        );
      case 'deviceRelease':
        return of(await admin.call(api.createDeviceRelease, release(n)));
      case 'hardwareRelease':
        return of(await admin.call(api.createHardwareRelease, release(n)));
      case 'cloudUrl':
        return of(await admin.call(api.createCloudUrl, { body: { name, url: `https://${n}.cloud.test` } }));
    }
  };
}

function release(n: number) {
  return {
    body: { version: `1.0.${n}`, target: 'maxi' },
    file: { content: new Blob([`firmware ${n}`]), name: 'f.bin' },
  };
}

/** A decoded record of the side's athlete, with a selection. */
async function recordOf(
  admin: ApiClient,
  { clientId, groupId, athleteId }: Side,
  name: string,
): Promise<{ id: number; selectionId: number }> {
  const csv = 'T,imu.acc_x\n0,1\n0.01,2\n0.02,3\n0.03,4\n';
  const body = { client_id: clientId, user_ids: [athleteId] };
  const { id } = await admin.call(api.uploadRecord, { body, file: { content: new Blob([csv]), name: `${name}.csv` } });
  await waitUntil('the upload to be decoded', async () => {
    const { decode_state } = await admin.call(api.readRecord, { params: { id } });
    return decode_state === 'done' || decode_state === 'error';
  });
  await admin.call(api.editRecord, { params: { id }, body: { group_id: groupId } });
  const { id: selectionId } = await admin.call(api.createSelection, { params: { id }, body: { t0: 0, t1: 0.02 } });
  return { id, selectionId };
}
