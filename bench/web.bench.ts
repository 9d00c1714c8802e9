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
import { serveLiveFake } from './serve-live-fake.ts';

const webFolder = fileURLToPath(new URL('../apps/web/', import.meta.url));

const seriesPerDevice = 5;
const deviceCount = 4;
const batchesPerSecond = 20;
const warmUpMs = 4000;
const measuredMs = 15_000;

/** Lives in the page, whose types this program does not have. */
declare function requestAnimationFrame(step: () => void): number;

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

/** Sorted time between animation frames, ms. */
async function measureFrames(page: Page): Promise<number[]> {
  return await page.evaluate(
    (durationMs) =>
      new Promise<number[]>((resolve) => {
        const gaps: number[] = [];
        const start = performance.now();
        let before = start;
        const onFrame = () => {
          const now = performance.now();
          gaps.push(now - before);
          before = now;
          if (now - start < durationMs) requestAnimationFrame(onFrame);
          else resolve(gaps.slice(1).sort((a, b) => a - b));
        };
        requestAnimationFrame(onFrame);
      }),
    measuredMs,
  );
}

interface LiveFrames {
  readonly p95Ms: number;
  readonly curves: number;
  readonly frames: number;
  readonly load: number;
}

async function measureLive(browser: Browser, url: string): Promise<LiveFrames> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await openLiveCurves(page, url);
  await page.waitForTimeout(warmUpMs);
  const curves = await page.locator('fieldset input:checked').count();
  const gaps = await measureFrames(page);
  await page.close();
  const p95Ms = gaps[Math.floor(gaps.length * 0.95)] ?? Number.POSITIVE_INFINITY;
  return { p95Ms, curves, frames: gaps.length, load: loadavg()[0] ?? 0 };
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
  const browser = await openBrowser();
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
      {
        name: `web: live ${live.curves} series × 50 points at ${batchesPerSecond} Hz, p95 frame`,
        measured: live.p95Ms,
        goal: { atMost: 20 },
        unit: 'ms',
        note: `built page, live curves, 1440 × 900, headless Chromium without GPU, ${live.frames} frames in ${measuredMs / 1000} s, load ${live.load.toFixed(1)} with browser and server on the same cores`,
      },
    ];
  } finally {
    clearInterval(feed);
    await browser.close();
    await fake.stop();
    await rm(webRoot, { recursive: true, force: true });
  }
}

export const bench: Bench = { name: 'web', run };
