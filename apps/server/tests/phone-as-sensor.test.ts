import { connect, createServer, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { api } from '@sillage/contract';
import { openBrowser, startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));
let hub: TestHub;
let browser: Browser;
let network: Network;
beforeAll(async () => {
  hub = await startTestHub({ webRoot, https: true });
  browser = await openBrowser();
  network = await openNetwork(hub.server.httpsPort ?? 0);
});
afterAll(async () => {
  await browser?.close();
  await network?.close();
  await hub?.stop();
});

interface Network {
  readonly port: number;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** What lies between a phone and its hub, and can be cut. */
async function openNetwork(target: number): Promise<Network> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((phone) => {
    if (isCut) return phone.destroy();
    const there = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [phone, there],
      [there, phone],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    cut() {
      isCut = true;
      drop();
    },
    mend() {
      isCut = false;
    },
    async close() {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The sensors of a phone, as Chromium plays them. */
async function playSensors(devtools: CDPSession): Promise<void> {
  type Sensor = 'accelerometer' | 'linear-acceleration' | 'gyroscope';
  const set = async (type: Sensor, x: number, y: number, z: number) => {
    const metadata = { available: true, minimumFrequency: 1, maximumFrequency: 100 };
    await devtools.send('Emulation.setSensorOverrideEnabled', { enabled: true, type, metadata });
    await devtools.send('Emulation.setSensorOverrideReadings', { type, reading: { xyz: { x, y, z } } });
  };
  await set('accelerometer', 0.5, -0.25, 9.8);
  await set('linear-acceleration', 0, 0, 0);
  // rad/s
  await set('gyroscope', 0.1, 0, 0);
}

async function openPhone(code: string): Promise<Page> {
  const context = await browser.newContext({
    ...{ ignoreHTTPSErrors: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    ...{
      locale: 'fr-FR',
      permissions: ['geolocation', 'accelerometer', 'gyroscope'],
      geolocation: { latitude: 47.7, longitude: -3.36, accuracy: 4 },
    },
  });
  const page = await context.newPage();
  await playSensors(await context.newCDPSession(page));
  await page.goto(`https://127.0.0.1:${network.port}/device#${code}`);
  return page;
}

it('a phone joins by its code over https, records, and loses nothing while the network is away', async () => {
  const { client_id: clientId } = hub.user;
  const invited = await hub.client.call(api.invitePhones, { params: { clientId }, body: {} });
  const phone = await openPhone(invited.code);
  await phone.getByRole('button', { name: 'Joindre et autoriser les capteurs' }).click();
  await phone.getByText('Établie').waitFor();
  await phone.getByText('Accéléromètre').waitFor();
  await phone.getByText('Position GPS').waitFor();

  const deviceNumber = 20_900_001;
  const call = (method: string) =>
    hub.client.call(api.requestRpc, { params: { clientId, deviceNumber }, body: { method } });
  await call('v1.record.rec.start');
  await phone.getByText('Enregistre', { exact: true }).waitFor();
  await seconds(phone, 2);
  network.cut();
  await phone.getByText(/Hors réseau depuis/).waitFor();
  await phone.getByText(/Rien n’est perdu/).waitFor();
  await phone.context().setGeolocation({ latitude: 47.71, longitude: -3.36, accuracy: 4 });
  await seconds(phone, 4);
  network.mend();
  await phone.getByText('Établie').waitFor();
  await seconds(phone, 1);
  await call('v1.record.rec.stop');

  const record = await waitUntil('the record to be decoded', async () => {
    const { records } = await hub.client.call(api.listRecords, { body: {} });
    return records.find(({ decode_state: state }) => state === 'done');
  });
  expect(record).toMatchObject({ record_type: expect.stringMatching(/^mini/), device_name: 'Phone 0001' });
  const data = await hub.client.call(api.readRecordData, {
    params: { id: record.id },
    query: { wanted_x: 'T', wanted_y: ['imu.acc_z', 'imu.gyro_x', 'gps.latitude'] },
  });
  const of = (name: string) => data.data[name]?.data ?? [];
  const times = of('imu.acc_z').map(({ x }) => x);
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  // Chromium plays sensors 60 times a second; cut for four of seven seconds.
  expect(times.length).toBeGreaterThan(200);
  expect(Math.max(...gaps)).toBeLessThan(1);
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(6);
  expect(of('imu.acc_z')[5]?.y).toBeCloseTo(9.8, 3);
  expect(of('imu.gyro_x')[5]?.y).toBeCloseTo(5.7, 1);
  expect(of('gps.latitude')[0]?.y).toBeCloseTo(47.71, 4);
});

/** So much of the phone's own time. */
async function seconds(page: Page, count: number): Promise<void> {
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), count * 1000);
}
