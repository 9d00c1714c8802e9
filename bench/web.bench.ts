import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { DeviceStatus, LiveData } from '@sillage/contract';
import { openBrowser } from '@sillage/testkit';
import type { Browser, Page } from 'playwright-core';
import type { Bench, Figure } from './figure.ts';
import { type FrameGaps, measureFrames, missedShare, p95 } from './measure-frames.ts';
import { serveLiveFake } from './serve-live-fake.ts';

const webFolder = fileURLToPath(new URL('../apps/web/', import.meta.url));

const seriesPerDevice = 5;
const deviceCount = 4;
const batchesPerSecond = 20;
const warmUpMs = 4000;
const measuredMs = 15_000;
/** Of a page on which nothing moves, before and after. */
const idleMs = 5000;
async function buildInto(folder: string): Promise<void> {
  const options = ['build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  await promisify(execFile)('npx', ['vite', ...options], { cwd: webFolder });
}

function inventDevice(index: number): DeviceStatus {
  const variables = Array.from({ length: seriesPerDevice }, (_, variable) => `imu.v${variable}`);
  return {
    id: index + 1,
    number: 10_200_001 + index,
    name: `Maxi ${String(index + 1).padStart(4, '0')}`,
    type: 'maxi',
    serial_number: '',
    client_id: 1,
    client: { id: 1, name: 'Club' },
    group_id: null,
    users: [],
    is_connected: true,
    state: 'record',
    battery: 80,
    version: '7.0.0',
    epoch: null,
    modules: { imu: { is_connected: true, type: 'imu', rate: 200 } },
    features: {},
    realtime_data_keys: variables.map((name, variable) => ({
      name,
      description: { fr: `Variable ${variable}`, en: `Variable ${variable}` },
      // Two units, so that each device draws two graphs.
      unit: variable < 3 ? 'm/s²' : '°/s',
      precision: 2,
    })),
    recTime: 0,
    deviceRecId: 1,
    journal: 'ok',
    meta_problem: null,
    last_seen: null,
  };
}

/** One new point of every series of a device. */
function sampleOf(device: DeviceStatus, seconds: number): LiveData {
  const columns = device.realtime_data_keys.map((key, index) => {
    return [key.name.slice('imu.'.length), [Math.sin(seconds * (index + 2) + device.number)]] as const;
  });
  return {
    number: device.number,
    recTime: seconds,
    deviceRecId: 1,
    data: { imu: { T: [seconds], ...Object.fromEntries(columns) } },
    selections: [],
  };
}

/** gzip bytes of what the browser loads for `/login`, by kind of file. */
async function weighLogin(
  browser: Browser,
  url: string,
  webRoot: string,
): Promise<{ codeBytes: number; fontBytes: number }> {
  const page = await browser.newPage();
  const paths = new Set<string>();
  page.on('response', (response) => paths.add(new URL(response.url()).pathname));
  await page.goto(`${url}/login`);
  await page.waitForSelector('form');
  await page.waitForLoadState('networkidle');
  let codeBytes = 0;
  let fontBytes = 0;
  for (const path of paths) {
    if (/\.(js|css)$/.test(path)) codeBytes += gzipSync(await readFile(join(webRoot, path)), { level: 9 }).length;
    if (/\.woff2$/.test(path)) fontBytes += (await readFile(join(webRoot, path))).length;
  }
  await page.close();
  return { codeBytes, fontBytes };
}

async function openLiveCurves(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.fill('input[type=email]', 'coach@sillage.test');
  await page.fill('input[type=password]', 'any');
  await page.click('button[type=submit]');
  await page.waitForURL(`${url}/`);
  await page.goto(`${url}/realtime`);
  await page.click('button[value=curves]');
  await page.waitForSelector('fieldset input');
  for (const box of await page.locator('fieldset input').all()) await box.setChecked(true);
}

/** The sign-in, on which nothing moves: what frames are on this machine now. */
async function measureIdle(browser: Browser, url: string): Promise<FrameGaps> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${url}/login`);
  await page.waitForSelector('form');
  await page.waitForLoadState('networkidle');
  const gaps = await measureFrames(page, idleMs);
  await page.close();
  return gaps;
}

interface LiveFrames {
  readonly live: FrameGaps;
  readonly idle: FrameGaps;
  readonly curves: number;
  readonly load: number;
}

async function measureLive(browser: Browser, url: string): Promise<LiveFrames> {
  const before = await measureIdle(browser, url);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await openLiveCurves(page, url);
  await page.waitForTimeout(warmUpMs);
  const curves = await page.locator('fieldset input:checked').count();
  const live = await measureFrames(page, measuredMs);
  const load = loadavg()[0] ?? 0;
  await page.close();
  const after = await measureIdle(browser, url);
  const idle = { shown: [...before.shown, ...after.shown], called: [...before.called, ...after.called] };
  return { live, idle, curves, load };
}

function liveFigure({ live, idle, curves, load }: LiveFrames): Figure {
  const [called, calledIdle] = [p95(live.called), p95(idle.called)];
  return {
    name: `web: live ${curves} series × 50 points at ${batchesPerSecond} Hz, p95 frame`,
    measured: p95(live.shown),
    goal: { atMost: 17 },
    unit: 'ms',
    note: [
      `between the times of ${live.shown.length} frames in ${measuredMs / 1000} s, ${missedShare(live)} late`,
      `idle page in the same run ${p95(idle.shown).toFixed(1)} ms, ${missedShare(idle)} late`,
      `between callbacks ${called.toFixed(1)} ms, idle ${calledIdle.toFixed(1)} ms: ${(called / calledIdle).toFixed(2)} ×`,
      `built page, live curves, 1440 × 900, headless Chromium without GPU, load ${load.toFixed(1)} with browser and server on the same cores`,
    ].join('; '),
  };
}

async function run(): Promise<Figure[]> {
  const webRoot = await mkdtemp(join(tmpdir(), 'sillage-bench-web-'));
  await buildInto(webRoot);
  const devices = Array.from({ length: deviceCount }, (_, index) => inventDevice(index));
  const fake = await serveLiveFake(webRoot, devices);
  const startedAt = performance.now();
  const feed = setInterval(() => {
    const seconds = (performance.now() - startedAt) / 1000;
    fake.emitSamples(devices.map((device) => sampleOf(device, seconds)));
  }, 1000 / batchesPerSecond);
  const browser = await openBrowser('measure');
  try {
    const { codeBytes, fontBytes } = await weighLogin(browser, fake.url, webRoot);
    const live = await measureLive(browser, fake.url);
    return [
      {
        name: 'web: shell + login',
        measured: codeBytes / 1000,
        goal: { atMost: 246 },
        unit: 'kB',
        note: `gzip of all JS and CSS that /login loads; fonts apart: ${Math.round(fontBytes / 1000)} kB of woff2`,
      },
      liveFigure(live),
    ];
  } finally {
    clearInterval(feed);
    await browser.close();
    await fake.stop();
    await rm(webRoot, { recursive: true, force: true });
  }
}

export const bench: Bench = { name: 'web', run };
