import { api, ErrorBody, type JudgedEntity, May, type Role, scopeOf } from '@sillage/contract';
import { testPassword as password, startTestHub, type TestHub } from '@sillage/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Kind, type Population, populate } from './populate-clients.ts';

/** What an answered row says the caller may do with it is what the server lets them do. */

const roles: readonly Role[] = ['Admin', 'Manager', 'Coach', 'Athlete'];

let hub: TestHub;
let people: Population;
beforeAll(async () => {
  hub = await startTestHub();
  people = await populate(hub);
});
afterAll(async () => {
  await hub?.stop();
});

interface Answered {
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly body: unknown;
}

async function ask(role: Role, method: string, path: string, body?: unknown): Promise<Answered> {
  const response = await fetch(`${hub.url}/api${path}`, {
    method,
    headers: {
      authorization: people.callers[role],
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  const answered: unknown = text === '' ? undefined : JSON.parse(text);
  const fields = response.ok ? {} : (ErrorBody.parse(answered).fields ?? {});
  return { status: response.status, fields, body: answered };
}

const Row = z.object({ id: z.int(), may: May });
const Page = z.object({ items: z.array(Row) });

/** Changes of each field by itself, each to another value than it has. */
type Probes = Readonly<Record<string, unknown>>;

interface Thing {
  readonly path: string;
  readonly id: number;
  readonly entity: JudgedEntity;
  readonly probes: Probes;
}

/** Asks for every change as the row says it is allowed, and for those that it says are not. */
async function tryChanges(role: Role, { path, id, probes }: Thing): Promise<z.infer<typeof May>> {
  const one = `${path}/${id}`;
  const { may } = Row.parse((await ask(role, 'GET', one)).body);
  const untouched = await ask(role, 'PUT', one, {});
  expect.soft({ role, one, edit: may.edit }).toEqual({ role, one, edit: untouched.status === 200 });
  for (const [field, value] of Object.entries(probes)) {
    const { status, fields } = await ask(role, 'PUT', one, { [field]: value });
    const isTaken = status === 200;
    expect.soft({ role, one, field, may: may.fields.includes(field) }).toEqual({ role, one, field, may: isTaken });
    if (!isTaken && may.edit)
      expect.soft({ role, one, fields: Object.keys(fields) }).toEqual({ role, one, fields: [field] });
  }
  return may;
}

const named: Probes = { name: 'Renamed' };
const rows: readonly [Kind, string, JudgedEntity, (role: Role, n: number) => Probes][] = [
  ['group', '/groups', api.groupEndpoints, (_, n) => ({ name: `group ${n}` })],
  ['exercise', '/exercises', api.exerciseEndpoints, (_, n) => ({ name: `exercise ${n}` })],
  ['sport', '/sports', api.sportEndpoints, () => ({ text: 'changed', value: 'changed' })],
  ['config', '/configs', api.configEndpoints, (_, n) => ({ name: `config ${n}`, comment: 'changed' })],
  ['sensor', '/sensors', api.sensorEndpoints, (_, n) => ({ name: `sensor ${n}` })],
  ['module', '/modules', api.moduleEndpoints, () => ({ ...named, comment: 'changed' })],
  ['mecaSensor', '/meca_sensors', api.mecaSensorEndpoints, () => named],
  ['hub', '/mallettes', api.hubEndpoints, () => named],
  ['deviceRelease', '/device_releases', api.deviceReleaseEndpoints, () => ({ notes: { fr: 'n', en: 'n' } })],
  ['hardwareRelease', '/hardware_releases', api.hardwareReleaseEndpoints, () => ({ notes: { fr: 'n', en: 'n' } })],
  ['cloudUrl', '/cloud_urls', api.cloudUrlEndpoints, () => named],
  [
    'device',
    '/devices',
    api.deviceEndpoints,
    (role) => ({
      name: `named by ${role}`,
      comment: 'changed',
      serial_number: 'changed',
      enabled: false,
      other_data: { changed: true },
      manager_comment: 'changed',
      admin_comment: 'changed',
      client_id: people.sides.foreign.clientId,
    }),
  ],
];

describe('a row says what the caller may do with it', () => {
  let n = 0;
  for (const [kind, path, entity, probesOf] of rows) {
    test(path, async () => {
      for (const role of roles) {
        n += 1;
        const { id } = await people.fresh(kind, 'own');
        if ((await ask(role, 'GET', `${path}/${id}`)).status !== 200) continue;
        const listed = Page.parse((await ask(role, 'POST', `${path}/all`, { pageSize: -1 })).body).items;
        const may = await tryChanges(role, { path, id, entity, probes: probesOf(role, n) });
        expect.soft({ role, may: listed.find((row) => row.id === id)?.may }).toEqual({ role, may });
        // What was moved to another client is out of the reach of all but administrators.
        const gone = await ask(role, 'DELETE', `${path}/${id}`);
        expect.soft({ role, path, delete: may.delete }).toEqual({ role, path, delete: gone.status === 204 });
      }
    });
  }

  test('/clients', async () => {
    for (const role of roles) {
      for (const where of ['own', 'foreign'] as const) {
        const { id } = await people.fresh('client', where);
        if ((await ask(role, 'GET', `/clients/${id}`)).status !== 200) continue;
        const probes = {
          display_name: `${role} ${where}`,
          video_fps: 30,
          name: `${role} ${where}`,
          enabled: false,
          cloud_enabled: role === 'Admin' && where === 'own',
          sensor_ids: [(await people.fresh('sensor', 'foreign')).id],
          mallette_ids: [(await people.fresh('hub', 'foreign')).id],
        };
        if (probes.cloud_enabled) await ask('Admin', 'PUT', `/clients/${id}`, { cloud_enabled: false });
        else await ask('Admin', 'PUT', `/clients/${id}`, { cloud_enabled: true });
        const thing = { path: '/clients', id, entity: api.clientEndpoints, probes };
        const may = await tryChanges(role, thing);
        if (where === 'own') continue;
        const gone = await ask(role, 'DELETE', `/clients/${id}`);
        expect.soft({ role, delete: may.delete }).toEqual({ role, delete: gone.status === 204 });
      }
    }
  });

  test('/users, whoever the person is to the caller', async () => {
    const { own, ownClient, foreign } = people.sides;
    const theirs: readonly [Role, number[]][] = [
      ['Athlete', [own.groupId]],
      ['Athlete', [own.groupId, ownClient.groupId]],
      ['Coach', [own.groupId]],
      ['Manager', [own.groupId]],
      ['Admin', [own.groupId]],
    ];
    const probes: Probes = {
      lastname: 'Renamed',
      externalAPI: { nolio: { user: 'changed' } },
      groups: [own.groupId, ownClient.groupId],
      active: false,
      password: 'Autre-2027!',
      is_recovery: true,
      manager_comment: 'changed',
      admin_comment: 'changed',
      roles: ['Athlete', 'Coach'],
      client_id: foreign.clientId,
    };
    expect(Object.keys(probes).sort()).toEqual([...Object.keys(api.userEndpoints.rights), 'lastname'].sort());
    let n = 0;
    for (const role of roles) {
      for (const [of, groups] of theirs) {
        n += 1;
        const body = { mail: `may${n}@x.test`, firstname: 'A', lastname: 'B', roles: [of], groups, password };
        const { id } = Row.parse((await ask('Admin', 'POST', '/users', body)).body);
        const seen = await ask(role, 'GET', `/users/${id}`);
        if (seen.status !== 200) continue;
        // A coach chooses among the own groups only, which is another judgement.
        const { groups: both, ...rest } = probes;
        const thing = { path: '/users', id, entity: api.userEndpoints };
        const may = await tryChanges(role, { ...thing, probes: role === 'Coach' ? rest : { groups: both, ...rest } });
        const gone = await ask(role, 'DELETE', `/users/${id}`);
        expect.soft({ role, of, delete: may.delete }).toEqual({ role, of, delete: gone.status === 204 });
      }
    }
  });

  test('/users, the own person', async () => {
    const Me = z.object({ id: z.int(), roles: z.array(z.string()) });
    for (const role of roles) {
      const { id } = Me.parse((await ask(role, 'GET', '/login')).body);
      const probes = {
        firstname: `I am ${role}`,
        mail: `i.am.${role}@x.test`,
        externalAPI: { nolio: { user: role } },
        password: 'Autre-2027!',
        ...(role === 'Manager' || role === 'Admin' ? {} : { roles: ['Manager'], groups: [] }),
        manager_comment: 'changed',
        admin_comment: 'changed',
      };
      await tryChanges(role, { path: '/users', id, entity: api.userEndpoints, probes });
    }
  });

  test('/records', async () => {
    for (const role of roles) {
      const { id } = await people.fresh('record', 'own');
      const probes = { comment: 'changed', favorite: true, basename: 'Renamed', timestamp: Date.UTC(2020, 1, 1) };
      const may = await tryChanges(role, { path: '/records', id, entity: api.recordRows, probes });
      expect(may.edit).toBe(scopeOf([role], 'record.edit') !== undefined);
      const gone = await ask(role, 'DELETE', '/records', [id]);
      expect.soft({ role, delete: may.delete }).toEqual({ role, delete: gone.status === 204 });
    }
  });
});
