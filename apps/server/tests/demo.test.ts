import { api, ConfigContent } from '@sillage/contract';
import { signIn, startTestHub, type TestHub } from '@sillage/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoCoachMail, demoContent, demoManagerMail } from '../src/demo.ts';

const demo = demoContent('Coach-2026!', 'Manager-2026!');
let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub({ demo });
});
afterAll(() => hub?.stop());

it('the demo’s manager finds people, groups, devices, exercises, a configuration and a module to look at', async () => {
  const manager = await signIn(hub.url, { mail: demoManagerMail, password: 'Manager-2026!' });
  const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);
  const people = (await manager.call(api.listUsers, { body: { pageSize: -1 } })).items;
  const count = (role: string) => people.filter(({ roles }) => roles.some((one) => one === role)).length;
  expect([count('Manager'), count('Coach'), count('Athlete')]).toEqual([1, 1, 3]);
  expect(names((await manager.call(api.listGroups)).items)).toEqual([...demo.groups].sort());
  expect((await manager.call(api.listDevices, { body: { pageSize: -1 } })).total).toBe(demo.devices.length);
  expect(names((await manager.call(api.listExercises)).items)).toEqual(
    [...demo.exercises].sort((a, b) => a.localeCompare(b, 'fr')),
  );
  const [config, ...others] = (await manager.call(api.listConfigs)).items;
  expect(others).toEqual([]);
  expect(Object.keys(ConfigContent.parse(JSON.parse(config?.config ?? '')).modules)).toEqual(demo.config.sensors);
  expect((await manager.call(api.listModules)).items).toMatchObject([{ name: demo.module.name, type: 'force' }]);
});

it('the demo’s coach has the first group only, and the demo is made once', async () => {
  const coach = await signIn(hub.url, { mail: demoCoachMail, password: 'Coach-2026!' });
  expect((await coach.call(api.listGroups)).items.map(({ name }) => name)).toEqual([demo.groups[0]]);
  expect(await hub.server.seedDemo(demo)).toBe(false);
  expect((await hub.client.call(api.listModules)).total).toBe(1);
});
