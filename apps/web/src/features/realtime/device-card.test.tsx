import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { countStates } from '../../live/device-look.ts';
import { LiveProvider } from '../../live/live.tsx';
import { type LiveDevice, takeList } from '../../live/merge-device.ts';
import { commandFor, planRecord } from '../../live/record-control.ts';
import { fakeLive } from '../../testing/fake-live.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { devicesFixture } from '../../testing/make-devices.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { DeviceCard } from './device-card.tsx';
import { wornElsewhere } from './pair-dialog.tsx';
import { RecordBar } from './record-bar.tsx';
import { RecordButton } from './record-button.tsx';
import { SamplesProvider } from './samples.tsx';

const devices = takeList(undefined, devicesFixture, 0);
const { live } = fakeLive();

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
});

function find(number: number): LiveDevice {
  const device = devices.find((one) => one.number === number);
  if (device === undefined) throw new Error(`no device ${number}`);
  return device;
}

const recordingOne = find(10200217);
const refused = { ...find(20100034), meta_problem: 'modules.imu.rateHz: too small' };

async function show(number: number, server = fakeServer()): Promise<HTMLElement> {
  return await showOne(find(number), server);
}

async function showOne(device: LiveDevice, server = fakeServer()): Promise<HTMLElement> {
  await renderForTest(
    <LiveProvider live={live}>
      <SamplesProvider devices={[device]}>
        <DeviceCard device={device} />
      </SamplesProvider>
    </LiveProvider>,
    server,
  );
  return await screen.findByRole('article');
}

describe('a device card', () => {
  test.each([
    ['full', 'Le disque est plein'],
    ['failing', 'Prévenez un administrateur'],
  ] as const)('says when what the device sends does not reach the disk: %s', async (journal, sentence) => {
    await showOne({ ...recordingOne, journal });
    expect(screen.getByRole('status').textContent).toContain(sentence);
  });

  test('whose description is refused is not ready: it says why, with the field, and its button is off', async () => {
    const card = await showOne(refused);
    expect(card.getAttribute('aria-label')).toBe('Mini 0034, Refusé');
    const said = screen.getByRole('status').textContent;
    expect(said).toContain('Ne peut pas enregistrer');
    expect(said).toContain(refused.meta_problem);
    const button = screen.getByRole('button', { name: /^Mini 0034 ne peut pas enregistrer/ });
    expect(button.hasAttribute('disabled')).toBe(true);
  });

  test('that records when its new description is refused is stopped as ever, and says that it starts no other', async () => {
    const card = await showOne({ ...recordingOne, meta_problem: refused.meta_problem });
    expect(card.getAttribute('aria-label')).toBe('Maxi 0217, Enregistre');
    expect(screen.getByRole('status').textContent).toContain('il n’en démarrera pas d’autre');
    expect(screen.getByRole('button', { name: /^Arrêter/ }).hasAttribute('disabled')).toBe(false);
  });

  test.each([
    [10200217, 'Maxi 0217, Enregistre', 'Camille Le Goff'],
    [10200224, 'Maxi 0224, Démarrage…', 'Lou-Ann Bessière'],
    [10200102, 'Maxi 0102, Scénario', 'Jules Ferrand'],
    [20100041, 'Mini 0041, Récupération', 'Sacha Roussel'],
    [20100034, 'Mini 0034, Prêt', 'Appairer un athlète'],
    [10200230, 'Maxi 0230, Mise à jour', 'Laissez le capteur allumé'],
    [20100047, 'Mini 0047, Déconnecté', 'Vu pour la dernière fois'],
  ])('%i says its state in words, and who wears it', async (number, label, text) => {
    const card = await show(number);
    expect(card.getAttribute('aria-label')).toBe(label);
    expect(card.textContent).toContain(text);
  });

  test('names a module that is away', async () => {
    expect((await show(10200224)).textContent).toContain('Pédalier déconnecté');
  });

  test('starts nothing on a full disk and says why; a running record is stopped as ever', async () => {
    const room = { state: 'full', total_bytes: 1e9, free_bytes: 1e6, kept_bytes: 1e8 } as const;
    await show(20100034, fakeServer({ readDisk: room }));
    await userEvent.click(screen.getByRole('button', { name: 'Actions sur Mini 0034' }));
    const start = await screen.findByRole('menuitem', { name: /^Disque plein/ });
    expect(start.getAttribute('aria-disabled')).toBe('true');
    cleanup();
    await show(10200217, fakeServer({ readDisk: room }));
    expect(screen.getByRole('button', { name: /^Arrêter/ }).hasAttribute('disabled')).toBe(false);
  });

  test('starts a ready device alone', async () => {
    const server = fakeServer({ requestRpc: { hold: 60 } });
    await show(20100034, server);
    await userEvent.click(screen.getByRole('button', { name: 'Actions sur Mini 0034' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Enregistrer avec Mini 0034' }));
    expect(server.given('requestRpc')).toEqual([
      { params: { clientId: 1, deviceNumber: 20100034 }, body: { feature: 'record', cmd_type: 'cmd_start' } },
    ]);
  });

  test('offers no start while the device can take none', async () => {
    const card = await show(10200224);
    expect(card.querySelectorAll('input[type=checkbox]')).toHaveLength(0);
    expect(screen.queryByRole('button', { name: /^Enregistrer|^Arrêter/ })).toBeNull();
  });
});

describe('what is done on a card', () => {
  const paired = find(10200217);
  const nobodys = find(20100034);
  const [athlete] = paired.users;
  const people = [{ id: athlete?.id ?? 0, firstname: 'Camille', lastname: 'Le Goff', client_id: 1 }];

  test('a ready device that is unticked is left out of the next start', async () => {
    await show(20100034);
    const tick = screen.getByRole('checkbox', { name: /^Mini 0034 prend part/ });
    await userEvent.click(tick);
    expect(planRecord([nobodys], new Set([nobodys.number])).devices).toEqual([]);
    expect((tick as HTMLInputElement).checked).toBe(false);
    await userEvent.click(tick);
    expect((tick as HTMLInputElement).checked).toBe(true);
  });

  test('who wears another device already is named, when the card is given to them', () => {
    expect(wornElsewhere([paired, nobodys], nobodys, [people[0]?.id ?? 0])).toEqual([paired]);
    expect(wornElsewhere([paired, nobodys], paired, [people[0]?.id ?? 0])).toEqual([]);
  });

  test('its name and its clock are set by commands of the protocol', async () => {
    const server = fakeServer({ requestRpc: {} });
    await show(20100034, server);
    const menu = () => userEvent.click(screen.getByRole('button', { name: 'Actions sur Mini 0034' }));
    await menu();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Renommer…' }));
    const field = screen.getByRole('textbox', { name: 'Nom' });
    await userEvent.clear(field);
    await userEvent.type(field, 'Skiff 3');
    await userEvent.click(screen.getByRole('button', { name: 'Renommer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await menu();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Mettre à l’heure' }));
    expect(server.given('requestRpc').map(({ body }) => body?.method)).toEqual(['v1.device.rename', 'v1.clock.set']);
    expect(server.given('requestRpc')[0]?.body?.params).toEqual({ name: 'Skiff 3' });
  });

  test('its footer says what was lost, and offers to set a clock that is off', async () => {
    const server = fakeServer({ requestRpc: {} });
    const card = await showOne({ ...recordingOne, clock_drift: 2.4, link: { received: 70, missing: 30 } }, server);
    expect(card.textContent).toContain('70 %, 30 perdus');
    expect(card.textContent).toContain('+2,4 s');
    await userEvent.click(screen.getByRole('button', { name: 'Mettre à l’heure' }));
    expect(server.given('requestRpc')[0]?.body?.method).toBe('v1.clock.set');
  });

  test('what left while it recorded says that it records aboard, since when and how long', async () => {
    const here = takeList(undefined, [paired], 0);
    const [left] = takeList(here, [{ ...paired, is_connected: false }], Date.now());
    const card = await showOne(left ?? paired);
    expect(card.textContent).toContain('Enregistre toujours à bord');
    expect(card.textContent).toContain('12:34 à la coupure');
  });
});

describe('the record button', () => {
  test('stops all that record while any does', () => {
    const plan = planRecord(devices);
    expect([plan.command, plan.devices.map(({ number }) => number % 10_000)]).toEqual([
      'cmd_stop',
      [217, 218, 221, 41],
    ]);
  });

  test('starts the rest while some record, and leaves those alone', () => {
    const ready = devices.map((device) => ({ ...device, is_connected: true, state: 'idle' as const }));
    const plan = planRecord([recordingOne, ...ready.slice(1)]);
    expect(plan.command).toBe('cmd_stop');
    expect(plan.devices).toEqual([recordingOne]);
    expect(plan.rest).toEqual(ready.slice(1));
  });

  test('starts all that are ready otherwise', () => {
    const idle = devices.map((device) => ({ ...device, state: 'idle' as const }));
    const plan = planRecord(idle);
    expect(plan.command).toBe('cmd_start');
    expect(plan.devices.every((device) => device.is_connected)).toBe(true);
    expect(commandFor({ ...devices[0]!, state: 'off' })).toBeUndefined();
  });

  test.each([
    ['recovery_record', 'un enregistrement'],
    ['recovery_scenario', 'un scénario'],
  ] as const)('of a device in %s says that the stop is forced', async (state, what) => {
    const recovering = { ...recordingOne, state };
    const server = fakeServer({ requestRpc: {} });
    await renderForTest(
      <LiveProvider live={live}>
        <RecordButton device={recovering} empty={undefined} />
      </LiveProvider>,
      server,
    );
    const name = `Forcer l’arrêt de ${recovering.name}, qui récupère ${what}`;
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(server.given('requestRpc')[0]?.body).toMatchObject({ cmd_type: 'cmd_stop' });
  });

  test('leaves a scenario that is recovered to its own button: the others start, and stop, without it', () => {
    const recovering = { ...recordingOne, number: 20100036, state: 'recovery_scenario' as const };
    const ready = { ...refused, meta_problem: null };
    expect(planRecord([recovering, ready])).toMatchObject({ command: 'cmd_start', devices: [ready] });
    expect(planRecord([recovering, recordingOne])).toMatchObject({ command: 'cmd_stop', devices: [recordingOne] });
    expect(commandFor(recovering)).toBe('cmd_stop');
  });

  test('leaves out a device whose description is refused, and says so', async () => {
    const ready = { ...refused, number: 20100035, name: 'Mini 0035', meta_problem: null };
    const server = fakeServer({ requestRpc: { hold: 60 } });
    await renderForTest(
      <LiveProvider live={live}>
        <SamplesProvider devices={[ready, refused]}>
          <RecordBar devices={[ready, refused]}>{null}</RecordBar>
        </SamplesProvider>
      </LiveProvider>,
      server,
    );
    expect(await screen.findByText(/^Sans Mini 0034\s: sa description est refusée$/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /^Enregistrer/ }));
    expect(server.given('requestRpc').map(({ params }) => params.deviceNumber)).toEqual([20100035]);
  });
});

test('the line of counts does not count a device as ready whose description is refused', () => {
  expect(countStates([refused]).map(({ word, count }) => [word, count])).toEqual([['refused', 1]]);
});

test('the line of counts says how many are in which state', () => {
  expect(countStates(devices).map(({ word, count }) => [word, count])).toEqual([
    ['active', 5],
    ['starting', 1],
    ['idle', 1],
    ['updating', 1],
    ['disconnected', 1],
  ]);
});
