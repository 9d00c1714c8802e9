import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { recordings, startFleet } from '@sillage/app-simulator';
import { api } from '@sillage/contract';
import { openBrowser, startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import type { CDPSession, Page } from 'playwright-core';
import { buildWeb, signInPage } from './drive-page.ts';
import type { Bench, Figure } from './figure.ts';
import { measureFrames, missedShare, p95 } from './measure-frames.ts';

const deviceCount = 12;
const firstNumber = 10_200_401;
const usualMinutes = 5;
const framesMs = 15_000;
/** Until everything that a page makes once is made. */
const settleMs = 30_000;
/** Looks at the memory; what the first third and the last hold is compared. */
const looks = 12;

/** The page of a coach with twelve boats, for as long as a training. */
export const bench: Bench = {
  name: 'fleet-page',
  async run({ minutes = usualMinutes }): Promise<Figure[]> {
    const folder = await mkdtemp(join(tmpdir(), 'sillage-bench-fleet-'));
    const webRoot = join(folder, 'web');
    await buildWeb(webRoot);
    const hub = await startTestHub({ dataRoot: join(folder, 'data'), webRoot });
    const fleet = await plug(hub, join(folder, 'simulator'));
    const browser = await openBrowser('measure');
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'fr-FR' });
      await signInPage(page, hub.url);
      await page.goto(`${hub.url}/realtime`);
      await page
        .getByRole('article')
        .nth(deviceCount - 1)
        .waitFor();
      return await measure(page, minutes);
    } finally {
      await browser.close();
      await fleet.stop();
      await hub.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function plug(hub: TestHub, folder: string) {
  const devices = await Promise.all(
    Array.from({ length: deviceCount }, async (_, i) => {
      const number = firstNumber + i;
      const { secret = '' } = await hub.client.call(api.createDevice, { body: { number } });
      return { number, secret, recording: recordings[i % recordings.length]?.id ?? 'jumps' };
    }),
  );
  const fleet = await startFleet({ brokerUrl: `mqtt://127.0.0.1:${hub.server.mqttPort}`, devices, folder });
  const clientId = hub.user.client_id;
  const statuses = () => hub.client.call(api.listRealtimeDevices, { params: { clientId } });
  await waitUntil(
    'all devices',
    async () => (await statuses()).filter((one) => one.is_connected).length === deviceCount,
  );
  for (const { number } of devices) {
    await hub.client.call(api.requestRpc, {
      params: { clientId, deviceNumber: number },
      body: { feature: 'record', cmd_type: 'cmd_start' },
    });
  }
  return fleet;
}

async function measure(page: Page, minutes: number): Promise<Figure[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await delay(settleMs);
  const held: Held[] = [];
  const frames = [await measureFrames(page, framesMs)];
  for (let i = 0; i < looks; i++) {
    held.push(await look(session));
    await delay((minutes * 60_000) / (looks - 1));
  }
  frames.push(await measureFrames(page, framesMs));
  const shown = frames.flatMap((one) => one.shown);
  const grown = (of: (one: Held) => number) => {
    const third = Math.floor(looks / 3);
    return mean(held.slice(-third).map(of)) - mean(held.slice(0, third).map(of));
  };
  const first = held[0];
  const last = held.at(-1);
  const note = `${deviceCount} virtual devices that record, built page, 1440 × 900, headless Chromium without GPU, hub and devices on the same cores, load ${(loadavg()[0] ?? 0).toFixed(1)}`;
  return [
    {
      name: `fleet page: ${deviceCount} devices, p95 frame`,
      measured: p95(shown),
      goal: { atMost: 20 },
      unit: 'ms',
      note: `${missedShare({ shown, called: [] })} late; at the start ${p95(frames[0]?.shown ?? []).toFixed(1)} ms, at the end ${p95(frames[1]?.shown ?? []).toFixed(1)} ms; ${note}`,
    },
    {
      name: `fleet page: growth of the heap in ${minutes} min`,
      measured: grown(({ heapMb }) => heapMb),
      goal: { atMost: 1 },
      unit: 'MB',
      note: `after garbage was collected, last third beside first: ${held.map(({ heapMb }) => heapMb.toFixed(1)).join(', ')}; samples of 2 h lie beside the heap, 48 MB at most`,
    },
    {
      name: `fleet page: growth of nodes and listeners in ${minutes} min`,
      measured: grown(({ nodes }) => nodes) + grown(({ listeners }) => listeners),
      goal: { atMost: 50 },
      unit: 'things',
      note: `nodes ${first?.nodes} → ${last?.nodes}, listeners ${first?.listeners} → ${last?.listeners}`,
    },
  ];
}

interface Held {
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
}

async function look(session: CDPSession): Promise<Held> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  return { heapMb: of('JSHeapUsedSize') / 1e6, nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
