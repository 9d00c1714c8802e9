import { randomUUID } from 'node:crypto';
import { api, type ParameterTable } from '@sillage/contract';
import { tables } from '../../platform/database/index.ts';
import { addDevice, addSport } from '../../platform/database/testing.ts';
import { openTestAdministration, type TestAdministration } from '../tenancy/testing.ts';
import { parameterRoutes } from './index.ts';

/** The routes of parameters over two clients, with sports, sensors and devices that have some. For tests. */
export async function openTestParameters() {
  const test = await openTestAdministration();
  parameterRoutes(test.serve, { ...test, judgeFormula: () => undefined });
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
  const sensor = async (name: string, allclients: boolean) =>
    first(await db.insert(tables.sensors).values({ uid: randomUUID(), name, type: 't', allclients }).returning());
  const { home, away } = test.clientIds;
  const { rowers, awayTeam } = test.groupIds;
  const made = {
    rowing: (await addSport(db, { name: 'aviron' })).id,
    cycling: (await addSport(db, { name: 'velo' })).id,
    openSensor: await sensor('imu', true),
    awaySensor: await sensor('gps', false),
    device: (await addDevice(db, { clientId: home, groupId: rowers, userIds: [test.idOf('athlete')] })).id,
    awayDevice: (await addDevice(db, { clientId: away, groupId: awayTeam })).id,
  };
  await db.insert(tables.clientSensors).values({ clientId: away, sensorId: made.awaySensor });
  return made;
}
