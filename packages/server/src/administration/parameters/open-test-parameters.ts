import { randomUUID } from 'node:crypto';
import { api, type ParameterTable } from '@sillage/contract';
import { tables } from '../../platform/database/index.ts';
import { openTestAdministration, type TestAdministration } from '../tenancy/testing.ts';
import { parameterRoutes } from './index.ts';

/** The routes of parameters over two clients, with sports, sensors and devices that have some. For tests. */
export async function openTestParameters() {
  const test = await openTestAdministration();
  parameterRoutes(test.serve, test);
  const at = (tableName: ParameterTable, id: number, cookie_name: string) => ({
    params: { tableName, id },
    query: { cookie_name },
  });
  return {
    test,
    db: test.db,
    ids: await insertThings(test),
    /** What a request about one parameter is made of. */
    at,
    set: (who: string, tableName: ParameterTable, id: number, name: string, value: unknown) =>
      test.ask(who, api.setParameter, { ...at(tableName, id, name), body: { cookie_value: value } }),
    read: async (who: string, tableName: ParameterTable, id: number, name: string) =>
      (await test.ask(who, api.readParameter, at(tableName, id, name))).body,
  };
}

async function insertThings(test: TestAdministration) {
  const { db } = test;
  const first = <T extends { id: number }>(rows: T[]) => rows[0]?.id ?? 0;
  const sport = async (name: string) =>
    first(
      await db
        .insert(tables.sports)
        .values({ uid: randomUUID(), name, displayName: { fr: name, en: name } })
        .returning(),
    );
  const sensor = async (name: string, allclients: boolean) =>
    first(await db.insert(tables.sensors).values({ uid: randomUUID(), name, type: 't', allclients }).returning());
  let number = 10_200_000;
  const device = async (clientId: number, groupId: number) => {
    number += 1;
    const values = { uid: randomUUID(), number, name: 'd', clientId, groupId, secretHash: '' };
    return first(await db.insert(tables.devices).values(values).returning());
  };
  const { home, away } = test.clientIds;
  const made = {
    rowing: await sport('aviron'),
    cycling: await sport('velo'),
    openSensor: await sensor('imu', true),
    awaySensor: await sensor('gps', false),
    device: await device(home, test.groupIds.rowers),
    awayDevice: await device(away, test.groupIds.awayTeam),
  };
  await db.insert(tables.clientSensors).values({ clientId: away, sensorId: made.awaySensor });
  await db.insert(tables.deviceUsers).values({ deviceId: made.device, userId: test.idOf('athlete') });
  return made;
}
