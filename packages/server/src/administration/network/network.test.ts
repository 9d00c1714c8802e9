import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api, type HubModes } from '@sillage/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestAdministration, type TestAdministration } from '../tenancy/testing.ts';
import { networkRoutes } from './index.ts';
import type { Outcome } from './run-program.ts';
import { openBluetooth } from './scan-bluetooth.ts';

const home = '5f4b5a0e-6b4f-4a4e-8c55-0d5d7a8d3f01';
const away = '5f4b5a0e-6b4f-4a4e-8c55-0d5d7a8d3f02';
const own = '5f4b5a0e-6b4f-4a4e-8c55-0d5d7a8d3f03';

const ended = (out: string, code = 0, problem = ''): Outcome => ({ kind: 'ended', code, out, problem });
const profiles = ['-t', '-f', 'connection.uuid,802-11-wireless.ssid,802-11-wireless.mode'];
const profile = (id: string, ssid: string, more: string) =>
  `connection.uuid:${id}\n802-11-wireless.ssid:${ssid}\n${more}\n`;

/** What a machine with a Wi-Fi card, a hotspot and an adapter says, by how the words begin. */
const whole: Record<string, Outcome> = {
  'nmcli -t -f TYPE device status': ended('wifi\nwifi-p2p\nethernet\nloopback\n'),
  'nmcli -t -f IN-USE,SSID,SIGNAL,SECURITY device wifi list': ended(
    [
      ' :Miribel\\:Hangar:63:WPA2',
      '*:Miribel-Ponton:48:WPA2',
      ' :Miribel-Ponton:80:WPA2',
      ' ::90:WPA2',
      ' :Sillage-07:99:WPA2',
      ' :Libre:20:',
    ].join('\n'),
  ),
  'nmcli -t -f UUID,TYPE connection show': ended(
    `${home}:802-11-wireless\n${away}:802-11-wireless\n${own}:802-11-wireless\nffff:802-3-ethernet\n`,
  ),
  [`nmcli ${profiles.join(' ')}`]: ended(
    [
      profile(home, 'Miribel-Ponton', '802-11-wireless.mode:infrastructure\nGENERAL.STATE:activated'),
      profile(away, 'Temple: Stage', '802-11-wireless.mode:infrastructure'),
      profile(own, 'Sillage-07', '802-11-wireless.mode:ap\nGENERAL.STATE:activated'),
    ].join('\n'),
  ),
  [`nmcli -s ${profiles.join(' ')}`]: ended(
    profile(
      own,
      'Sillage-07',
      '802-11-wireless.mode:ap\n802-11-wireless-security.psk:rive:gauche\nGENERAL.STATE:activated\nIP4.ADDRESS[1]:10.42.0.1/24',
    ),
  ),
  'nmcli --wait 30 device wifi connect': ended("Device 'wlan0' successfully activated."),
  'nmcli --wait 10 connection delete': ended('deleted'),
  'bluetoothctl list': ended('Controller 00:1A:7D:DA:71:13 hub [default]\n'),
  'bluetoothctl --timeout 8 scan on': ended(
    [
      'Discovery started',
      '[\u001b[0;93mCHG\u001b[0m] Controller 00:1A:7D:DA:71:13 Discovering: yes',
      '[\u001b[0;92mNEW\u001b[0m] Device A0:9E:1A:8C:3A:21 Polar H10 8C3A21',
      '[\u001b[0;93mCHG\u001b[0m] Device A0:9E:1A:8C:3A:21 RSSI: 0xffffffcc (-52)',
      '[\u001b[0;92mNEW\u001b[0m] Device 4F:2A:00:00:00:91 4F-2A-00-00-00-91',
      '[\u001b[0;93mCHG\u001b[0m] Device 4F:2A:00:00:00:91 RSSI: -84',
      '[\u001b[0;93mCHG\u001b[0m] Device C4:00:00:00:00:01 RSSI: -61',
    ].join('\n'),
  ),
  'bluetoothctl devices': ended(
    'Device A0:9E:1A:8C:3A:21 Polar H10 8C3A21\nDevice C4:00:00:00:00:01 Assioma Duo\nDevice 11:22:33:44:55:66 Never heard\n',
  ),
  'bluetoothctl info A0:9E:1A:8C:3A:21': ended('\tUUID: Heart Rate   (0000180d-0000-1000-8000-00805f9b34fb)\n'),
  'bluetoothctl info C4:00:00:00:00:01': ended('\tUUID: Cycling Power   (00001818-0000-1000-8000-00805f9b34fb)\n'),
  'bluetoothctl info': ended('\tPaired: no\n'),
};

/** What the programs answer in this test, and what they were asked. */
let answers: Record<string, Outcome>;
const asked: string[][] = [];
let cloud: HubModes['cloud'] = 'unset';

async function run(program: string, words: readonly string[]): Promise<Outcome> {
  asked.push([program, ...words]);
  const line = [program, ...words].join(' ');
  const begun = Object.keys(answers).filter((start) => line.startsWith(start));
  const longest = begun.sort((a, b) => b.length - a.length)[0];
  const answer = longest === undefined ? undefined : answers[longest];
  if (answer === undefined) throw new Error(`not recorded: ${line}`);
  return answer;
}

let folder: string;
let test: TestAdministration;
let elsewhere: TestAdministration;
let inCloud: TestAdministration;

async function open(role: 'hub' | 'cloud', platform: string): Promise<TestAdministration> {
  const opened = await openTestAdministration();
  networkRoutes(opened.serve, { role, log: opened.log, cloudState: () => cloud, platform, run, serialLines: folder });
  return opened;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serial-'));
  test = await open('hub', 'linux');
  elsewhere = await open('hub', 'darwin');
  inCloud = await open('cloud', 'linux');
});
afterAll(async () => {
  for (const each of [test, elsewhere, inCloud]) await each?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  answers = { ...whole };
  asked.length = 0;
});

describe('Wi-Fi networks', () => {
  it('are those in range and those known, each name once, without the hub’s own', async () => {
    const { body } = await test.ask('manager', api.listWifi);
    expect(body?.networks).toEqual([
      { name: 'Miribel-Ponton', security: 'WPA2', signal_percent: 80, connected: true, id: home },
      { name: 'Miribel:Hangar', security: 'WPA2', signal_percent: 63, connected: false, id: null },
      { name: 'Libre', security: '', signal_percent: 20, connected: false, id: null },
      { name: 'Temple: Stage', security: '', signal_percent: null, connected: false, id: away },
    ]);
  });

  it('are for administrators and managers', async () => {
    for (const who of ['coach', 'athlete']) {
      expect((await test.ask(who, api.listWifi)).status).toBe(403);
      expect((await test.ask(who, api.joinWifi, { body: { name: 'Libre' } })).status).toBe(403);
      expect((await test.ask(who, api.readHotspot)).status).toBe(403);
      expect((await test.ask(who, api.scanBluetooth)).status).toBe(403);
    }
    expect(asked).toEqual([]);
  });

  it('are joined by words that no shell reads', async () => {
    const name = '$(reboot); "x"';
    const joined = await test.ask('admin', api.joinWifi, { body: { name, password: 'rive gauche' } });
    expect(joined.status).toBe(200);
    expect(asked).toContainEqual([
      'nmcli',
      ...['--wait', '30', 'device', 'wifi', 'connect', name, 'password', 'rive gauche'],
    ]);
  });

  it('that are not joined say why', async () => {
    answers['nmcli --wait 30 device wifi connect'] = ended('', 4, 'Error: Secrets were required, but not provided.\n');
    const { status, code } = await test.ask('admin', api.joinWifi, { body: { name: 'Libre', password: 'wrong key' } });
    expect([status, code]).toEqual([409, 'wifi.notJoined']);
  });

  it.each([
    { name: '' },
    { name: 'é'.repeat(17) },
    { name: 'a\nb' },
    { name: 'Libre', password: 'short' },
    { name: 'Libre', password: 'x'.repeat(65) },
  ])('are refused when they cannot be: %j', async (body) => {
    expect((await test.ask('admin', api.joinWifi, { body })).status).toBe(422);
    expect(asked).toEqual([]);
  });

  it('that are known are forgotten; the hub’s own and unknown ones are not', async () => {
    expect((await test.ask('manager', api.forgetWifi, { params: { id: away } })).status).toBe(204);
    expect(asked.at(-1)).toEqual(['nmcli', '--wait', '10', 'connection', 'delete', 'uuid', away]);
    for (const id of [own, '5f4b5a0e-6b4f-4a4e-8c55-0d5d7a8d3fff'])
      expect((await test.ask('manager', api.forgetWifi, { params: { id } })).status).toBe(404);
    expect(asked.filter((words) => words.includes('delete'))).toHaveLength(1);
  });
});

it('the hotspot tells its password and where the hub is on it', async () => {
  const { body } = await test.ask('manager', api.readHotspot);
  expect(body).toEqual({ name: 'Sillage-07', active: true, password: 'rive:gauche', address: '10.42.0.1' });
});

it('Bluetooth devices are those heard, the nearest first, each by its services', async () => {
  const { body } = await test.ask('manager', api.scanBluetooth);
  expect(body?.devices).toEqual([
    { address: 'A0:9E:1A:8C:3A:21', name: 'Polar H10 8C3A21', rssi_dbm: -52, kind: 'heartRate' },
    { address: 'C4:00:00:00:00:01', name: 'Assioma Duo', rssi_dbm: -61, kind: 'power' },
    { address: '4F:2A:00:00:00:91', name: '', rssi_dbm: -84, kind: 'other' },
  ]);
});

it('two who search at once listen once', async () => {
  const bluetooth = openBluetooth(run);
  const [first, second] = await Promise.all([bluetooth.scan(), bluetooth.scan()]);
  expect(second).toEqual(first);
  expect(asked.filter((words) => words.includes('scan'))).toHaveLength(1);
});

describe('what a machine lacks', () => {
  const status = 'nmcli -t -f TYPE device status';
  const list = 'bluetoothctl list';
  it.each<[string, Record<string, Outcome>, typeof api.listWifi | typeof api.readHotspot | typeof api.scanBluetooth]>([
    ['no nmcli', { [status]: { kind: 'notInstalled' } }, api.listWifi],
    ['no NetworkManager', { [status]: ended('', 8, 'Error: NetworkManager is not running.') }, api.listWifi],
    ['no card', { [status]: ended('ethernet\n') }, api.listWifi],
    ['no right', { [status]: ended('', 1, 'Error: not authorized to control networking.') }, api.readHotspot],
    ['no hotspot', { 'nmcli -t -f UUID,TYPE connection show': ended('') }, api.readHotspot],
    ['no bluetoothctl', { [list]: { kind: 'notInstalled' } }, api.scanBluetooth],
    ['no BlueZ', { [list]: { kind: 'tooLate' } }, api.scanBluetooth],
    ['no adapter', { [list]: ended('') }, api.scanBluetooth],
  ])('is 406: %s', async (_, recorded, endpoint) => {
    answers = { ...whole, ...recorded };
    const { status: answered, code } = await test.ask('manager', endpoint);
    expect([answered, code]).toEqual([406, 'machine.notAvailableHere']);
  });

  it('on other systems and in the cloud no program is run', async () => {
    for (const where of [elsewhere, inCloud])
      for (const endpoint of [api.listWifi, api.readHotspot, api.scanBluetooth])
        expect((await where.ask('admin', endpoint)).code).toBe('machine.notAvailableHere');
    expect(asked).toEqual([]);
  });

  it('a program that is too late is not a machine that cannot', async () => {
    answers[status] = { kind: 'tooLate' };
    expect((await test.ask('manager', api.listWifi)).status).toBe(504);
  });
});

it('modes are what is found: a hotspot, the cloud, an ESP32 on USB', async () => {
  cloud = 'online';
  expect((await test.ask('manager', api.readHubModes)).body).toEqual({ kind: 'mallette', cloud, esp32: false });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'usb-Espressif_USB_JTAG_serial_debug_unit_84-if00'), '');
  answers['nmcli -t -f TYPE device status'] = ended('ethernet\n');
  expect((await test.ask('manager', api.readHubModes)).body).toEqual({ kind: 'hub', cloud, esp32: true });
  expect((await elsewhere.ask('manager', api.readHubModes)).body).toMatchObject({ kind: 'hub', esp32: null });
  expect((await inCloud.ask('admin', api.readHubModes)).body).toMatchObject({ kind: 'cloud' });
});
