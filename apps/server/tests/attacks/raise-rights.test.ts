import type { ApiClient } from '@sillage/client';
import { api } from '@sillage/contract';
import { testPassword as password, signIn, startTestHub, type TestHub } from '@sillage/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Population, populate } from '../permissions/populate-clients.ts';
import { refused } from './ask-past-the-client.ts';

let hub: TestHub;
let people: Population;
let manager: ApiClient;
let coach: ApiClient;
let athlete: ApiClient;
beforeAll(async () => {
  hub = await startTestHub();
  people = await populate(hub);
  manager = await signIn(hub.url, { mail: 'manager@own.test' });
  coach = await signIn(hub.url, { mail: 'coach@own.test' });
  athlete = await signIn(hub.url, { mail: 'own@athletes.test' });
});
afterAll(async () => {
  await hub?.stop();
});

const userOf = async (client: ApiClient) => (await client.call(api.currentLogin)).user;
/** What an attack is answered with; anything else is a success, or a bug. */
const refusals = ['request.invalid', 'entity.notFound', 'permission.denied', 'task.unknown'];
const seenByAdmin = (id: number) => hub.client.call(api.readUser, { params: { id } });

describe('rights cannot be raised', () => {
  test('by a PUT on the own person: role, client, groups and activity stay', async () => {
    for (const client of [athlete, coach, manager]) {
      const own = await userOf(client);
      const before = await seenByAdmin(own.id);
      for (const body of [
        { roles: ['Admin' as const] },
        { client_id: people.sides.foreign.clientId },
        { groups: [people.sides.foreign.groupId] },
        { is_recovery: true },
      ]) {
        await refused(client.call(api.editUser, { params: { id: own.id }, body }));
        await refused(client.call(api.editAccount, { body: body as object }));
      }
      expect(await seenByAdmin(own.id)).toEqual(before);
    }
  });

  test('by a PUT on others: nobody makes an administrator but one', async () => {
    const target = await people.fresh('user', 'own');
    for (const client of [manager, coach]) {
      await refused(client.call(api.editUser, { params: { id: target.id }, body: { roles: ['Admin'] } }));
      const created = { mail: 'raised@x.test', firstname: 'A', lastname: 'B', roles: ['Admin' as const] };
      expect(await refused(client.call(api.createUser, { body: created }))).not.toBe('done');
    }
    expect((await seenByAdmin(target.id)).roles).toEqual(['Athlete']);
  });

  test('by taking over an administrator: password, mail and invitation are out of a manager’s reach', async () => {
    const { id } = hub.user;
    const before = await seenByAdmin(id);
    expect(await refused(manager.call(api.editUser, { params: { id }, body: { mail: 'mine@x.test' } }))).not.toBe(
      'done',
    );
    expect(await refused(manager.call(api.inviteUser, { params: { id } }))).not.toBe('done');
    expect(await refused(manager.call(api.deleteUser, { params: { id } }))).not.toBe('done');
    expect(await seenByAdmin(id)).toEqual(before);
  });

  test('by the reserved last name: it displays, and gives nothing', async () => {
    const own = await userOf(athlete);
    await refused(athlete.call(api.editAccount, { body: { lastname: '__recovery__' } }));
    expect((await seenByAdmin(own.id)).is_recovery).toBe(false);
  });

  test('by an API key: it never reaches beyond its maker, nor the maker’s account', async () => {
    const { key } = await athlete.call(api.createApiKey, { body: { name: 'k', access: 'write' } });
    const ask = async (path: string, method = 'GET', body?: unknown) => {
      const response = await fetch(`${hub.url}/api${path}`, {
        method,
        headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return response.status;
    };
    expect(await ask('/ping')).toBe(200);
    expect(await ask('/users', 'POST', {})).toBe(403);
    expect(await ask('/api_keys')).toBe(403);
    expect(await ask('/login/password', 'PUT', { current_password: password, password: 'Aviron-2027!' })).toBe(403);
  });
});

describe('ids of another client cannot be smuggled in', () => {
  test('through bodies', async () => {
    const { foreign, own, ownClient } = people.sides;
    const foreignDevice = await people.target('device', 'foreign');
    const ownDevice = await people.target('device', 'own');
    const ownRecord = await people.target('record', 'own');
    const foreignRecord = await people.target('record', 'foreign');
    const nextRecord = await people.target('record', 'ownClient');
    const foreignHub = await people.target('hub', 'foreign');
    const ownModule = await people.target('module', 'own');
    const ownConfig = await people.target('config', 'own');
    const ownMecaSensor = await people.target('mecaSensor', 'own');
    const attempts: Record<string, () => Promise<unknown>> = {
      'a foreign member': () => manager.call(api.createGroup, { body: { name: 'g', users: [foreign.athleteId] } }),
      'a foreign group': () =>
        manager.call(api.editUser, { params: { id: own.athleteId }, body: { groups: [foreign.groupId] } }),
      'a foreign pairing': () =>
        manager.call(api.editDevice, { params: { id: ownDevice.id }, body: { users: [foreign.athleteId] } }),
      'a foreign device group': () =>
        manager.call(api.editDevice, { params: { id: ownDevice.id }, body: { group_id: foreign.groupId } }),
      'a foreign device': () =>
        manager.call(api.createModule, { body: { name: 'm', type: 'imu', device_id: foreignDevice.id } }),
      'a foreign athlete': () =>
        manager.call(api.editRecord, { params: { id: ownRecord.id }, body: { user_ids: [foreign.athleteId] } }),
      'a foreign record group': () =>
        manager.call(api.editRecord, { params: { id: ownRecord.id }, body: { group_id: foreign.groupId } }),
      'a foreign record to delete with an own one': () =>
        manager.call(api.deleteRecords, { body: [ownRecord.id, foreignRecord.id] }),
      'a foreign record to download with an own one': () =>
        manager.call(api.downloadRecordFile, {
          params: { id: ownRecord.id, fileType: 'stats' },
          body: { ids: [foreignRecord.id] },
        }),
      'a foreign record to plot': () =>
        manager.call(api.queryRecordData, { body: { data: { [foreignRecord.id]: [{ y: ['imu.acc_x'] }] } } }),
      'a foreign selection by an own record': () =>
        manager.call(api.readRecordStatistics, {
          params: { id: ownRecord.id },
          query: { sel_id: foreignRecord.selectionId },
        }),
      'a foreign selection to change by an own record': () =>
        manager.call(api.editSelection, {
          params: { id: ownRecord.id, selectionId: foreignRecord.selectionId },
          body: { t0: 0, t1: 0.01 },
        }),
      'a foreign client of a task': () =>
        manager.call(api.createTask, { body: { name: 'decode', client_id: foreign.clientId } }),
      'a foreign record in the arguments of a task': () =>
        manager.call(api.createTask, { body: { name: 'decode', args: { recordId: foreignRecord.id } } }),
      'a hub of the own client only': () =>
        manager.call(api.editClient, { params: { id: own.clientId }, body: { mallette_ids: [foreignHub.id] } }),
      'a foreign client to move a module to': () =>
        manager.call(api.editModule, { params: { id: ownModule.id }, body: { client_id: foreign.clientId } }),
      'a foreign client to move a configuration to': () =>
        manager.call(api.editConfig, { params: { id: ownConfig.id }, body: { client_id: foreign.clientId } }),
      'a foreign client to move a device to': () =>
        manager.call(api.editDevice, { params: { id: ownDevice.id }, body: { client_id: foreign.clientId } }),
      'a foreign client to move a meca sensor to': () =>
        manager.call(api.editMecaSensor, { params: { id: ownMecaSensor.id }, body: { client_id: foreign.clientId } }),
      'an athlete of another group': () =>
        coach.call(api.editDevice, { params: { id: ownDevice.id }, body: { users: [ownClient.athleteId] } }),
      'another group': () =>
        coach.call(api.editDevice, { params: { id: ownDevice.id }, body: { group_id: ownClient.groupId } }),
      'a record of another group to delete': () => coach.call(api.deleteRecords, { body: [nextRecord.id] }),
      'an athlete of another group on a record': () =>
        coach.call(api.editRecord, { params: { id: ownRecord.id }, body: { user_ids: [ownClient.athleteId] } }),
      'an athlete of another group in a new group': () =>
        coach.call(api.createGroup, { body: { name: 'g2', users: [ownClient.athleteId] } }),
    };
    for (const [what, attempt] of Object.entries(attempts)) {
      const outcome = await refused(attempt());
      expect.soft({ what, refused: refusals.includes(outcome), outcome }).toMatchObject({ what, refused: true });
    }
  });

  test('through filters: they match nothing', async () => {
    const { foreign } = people.sides;
    await Promise.all(
      (['device', 'record', 'exercise', 'config', 'task'] as const).map((kind) => people.target(kind, 'foreign')),
    );
    const filters = { clientIds: [foreign.clientId], pageSize: -1 };
    const lists = {
      users: manager.call(api.listUsers, { body: filters }),
      groups: manager.call(api.listGroups, { body: filters }),
      devices: manager.call(api.listDevices, { body: filters }),
      exercises: manager.call(api.listExercises, { body: filters }),
      configs: manager.call(api.listConfigs, { body: filters }),
      modules: manager.call(api.listModules, { body: filters }),
      tasks: manager.call(api.listTasks, { body: filters }),
      records: manager.call(api.listRecords, { body: filters }).then(({ records }) => ({ items: records })),
      usersByGroup: manager.call(api.listUsers, { body: { groupIds: [foreign.groupId], pageSize: -1 } }),
    };
    for (const [list, reply] of Object.entries(lists)) {
      expect.soft({ list, ids: (await reply).items.map(({ id }) => id) }).toEqual({ list, ids: [] });
    }
    const names = await manager.call(api.listTaskStatus, {
      query: { rec_id: (await people.target('record', 'foreign')).id },
    });
    expect(names).toEqual([]);
  });
});
