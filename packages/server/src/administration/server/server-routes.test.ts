import { api, Refusal } from '@sillage/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../platform/clock/index.ts';
import { openTestAdministration, type TestAdministration } from '../tenancy/testing.ts';
import { openMachine, openServerSettings, type SettingsHolder, serverRoutes } from './index.ts';

/** Everything that would have been done to the machine. */
const executed: string[] = [];
const execute = async (program: string, args: string[]) => void executed.push([program, ...args].join(' '));
const linux = { platform: 'linux', uid: 0, hasSystemd: () => true, execute };
const restart = vi.fn();

interface Running {
  readonly test: TestAdministration;
  readonly settings: SettingsHolder;
}
let hub: Running;
let cloud: Running;
let hubOfUser: Running;

async function open(role: 'hub' | 'cloud', uid: number, supervised: boolean): Promise<Running> {
  const test = await openTestAdministration();
  const settings = await openServerSettings({
    database: test.database,
    defaults: { name: 'Mallette 07', public_url: '' },
    fixed: {},
    clock: systemClock,
    askForTermsAgain: async () => {},
  });
  const machine = openMachine(role, { ...linux, uid });
  serverRoutes(test.serve, { settings, log: test.log, role, machine, restart: supervised ? restart : undefined });
  return { test, settings };
}

beforeAll(async () => {
  hub = await open('hub', 0, true);
  cloud = await open('cloud', 0, true);
  hubOfUser = await open('hub', 1000, false);
});
afterAll(async () => {
  for (const each of [hub, cloud, hubOfUser]) {
    await each?.settings.close();
    await each?.test.close();
  }
});
beforeEach(() => {
  executed.length = 0;
  restart.mockClear();
});

describe('settings of the server', () => {
  it('are read and changed by administrators only', async () => {
    expect((await hub.test.ask('admin', api.readServerSettings)).body?.name).toBe('Mallette 07');
    const edited = await hub.test.ask('admin', api.editServerSettings, {
      body: { name: ' Ponton ', allowed_origins: ['HTTPS://Club.fr', '*'] },
    });
    expect(edited.body).toMatchObject({
      name: 'Ponton',
      allowed_origins: ['https://club.fr', '*'],
      public_url: '',
      set_by_variable: [],
    });
    for (const who of ['manager', 'coach', 'athlete']) {
      expect((await hub.test.ask(who, api.readServerSettings)).status).toBe(403);
      expect((await hub.test.ask(who, api.editServerSettings, { body: { name: 'x' } })).status).toBe(403);
    }
    expect(hub.settings.current().name).toBe('Ponton');
  });

  it('name each field that breaks a rule', async () => {
    const broken = { name: ' ', public_url: 'ftp://a', allowed_origins: ['club.fr/path'] };
    const { status, fields } = await hub.test.ask('admin', api.editServerSettings, { body: broken });
    expect([status, fields]).toEqual([422, { name: 'required', public_url: 'url', 'allowed_origins.0': 'url' }]);
  });

  it('show the terms and the notice to everyone, nothing else', async () => {
    const { status, body } = await hub.test.ask(undefined, api.readTerms);
    expect(status).toBe(200);
    expect(Object.keys(body ?? {}).sort()).toEqual(['notice', 'terms', 'terms_date']);
    await hub.test.ask('admin', api.editServerSettings, { body: { terms: { fr: 'Nos règles', en: 'Our rules' } } });
    expect((await hub.test.ask(undefined, api.readTerms)).body?.terms.fr).toBe('Nos règles');
  });
});

it('every timezone that the server knows is listed once, UTC among them', async () => {
  const { timezones } = (await hub.test.ask(undefined, api.listTimezones)).body ?? { timezones: [] };
  expect(timezones).toEqual(expect.arrayContaining(['UTC', 'Europe/Paris']));
  expect(new Set(timezones).size).toBe(timezones.length);
});

describe('starting again', () => {
  const ask = (of: Running, what: 'app' | 'hub' | 'poweroff', who = 'admin') =>
    of.test.ask(who, api.restartServer, { body: { what } });

  it('is what the server can do where it runs', async () => {
    const can = async (of: Running) => (await of.test.ask('admin', api.readRestartables)).body;
    const all = { can_poweroff: true, can_reboot: true, can_restart_services: true, restartable_services: ['app'] };
    expect(await can(hub)).toEqual(all);
    expect(await can(cloud)).toEqual({ ...all, can_poweroff: false, can_reboot: false });
    expect(await can(hubOfUser)).toEqual({
      can_poweroff: false,
      can_reboot: false,
      can_restart_services: false,
      restartable_services: [],
    });
    for (const system of [{ platform: 'darwin' }, { hasSystemd: () => false }, { uid: undefined }]) {
      expect(openMachine('hub', { ...linux, ...system }).controllable).toBe(false);
    }
  });

  it('answers first how long it takes, then acts', async () => {
    expect(await ask(hub, 'app')).toMatchObject({ status: 202, body: { seconds: 10 } });
    await vi.waitFor(() => expect(restart).toHaveBeenCalledTimes(1));
    expect(await ask(hub, 'hub')).toMatchObject({ status: 202, body: { seconds: 120 } });
    await vi.waitFor(() => expect(executed).toEqual(['systemctl reboot']));
    expect((await ask(hub, 'poweroff')).status).toBe(202);
    await vi.waitFor(() => expect(executed).toEqual(['systemctl reboot', 'systemctl poweroff']));
  });

  it('is refused where it cannot be, and to everyone but administrators', async () => {
    expect((await ask(hubOfUser, 'app')).code).toBe('server.cannotRestart');
    expect((await ask(hubOfUser, 'hub')).code).toBe('server.cannotRestart');
    expect((await ask(cloud, 'hub')).code).toBe('backend.wrongKind');
    expect((await ask(cloud, 'poweroff')).status).toBe(new Refusal('backend.wrongKind').status);
    for (const who of ['manager', 'coach', 'athlete']) expect((await ask(hub, 'app', who)).status).toBe(403);
    expect([executed, restart.mock.calls]).toEqual([[], []]);
  });
});
