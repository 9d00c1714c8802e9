import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBConnection } from '@duckdb/node-api';
import { api } from '@sillage/contract';
import { openBrowser, startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import type { CDPSession, Page } from 'playwright-core';
import { drawWithPeers, type Peer } from './drawn-peers.ts';
import { buildWeb, signInPage } from './drive-page.ts';
import { type Bench, type Figure, median } from './figure.ts';
import { hour, makeRecording } from './zoom-data.ts';

/** Of the hour that is uploaded: what the record view draws first, and others. */
const variables = ['speed', 'force', 'power', 'cadence', 'acc_x', 'acc_y', 'acc_z', 'roll'] as const;
/** That are zoomed before it is counted, and answers that are. */
const [warm, counted] = [15, 120];
const usualMinutes = 1;
const [width, height] = [1440, 900];
/** ms after which what was collected is the system's again. */
const givenBackMilliseconds = 2000;
/** ms between the picture of a turn of the wheel and the next turn: within it nothing is fetched ahead yet. */
const restMilliseconds = 120;

/** Lives in the page, whose types this program does not have. */
interface PageClock {
  /** Whether a picture is awaited. */
  readonly awaits: boolean;
  drawn: { readonly request: number; readonly answer: number; readonly curves: number }[];
}

/**
 * Runs in the page before anything else: from the start of the request for curves that a turn of the wheel makes, not
 * of one ahead, to the frame after its answer was drawn on a canvas.
 */
const watchPage = `
  const clock = (window.benchClock = { awaits: false, drawn: [] });
  let waiting, isShown = false, isTurning = false;
  addEventListener('wheel', () => {
    isTurning = true;
    setTimeout(() => { isTurning = false; });
  }, { capture: true, passive: true });
  const ask = window.fetch;
  window.fetch = async (...given) => {
    const url = String(given[0]?.url ?? given[0]);
    const isFirst = isTurning && /\\/records\\/\\d+\\/data\\?/.test(url);
    if (isFirst) [isTurning, clock.awaits] = [false, true];
    const start = performance.now();
    const reply = await ask(...given).catch((problem) => {
      if (isFirst) clock.awaits = false;
      throw problem;
    });
    if (!isFirst) return reply;
    const read = reply.arrayBuffer.bind(reply);
    reply.arrayBuffer = async () => {
      const bytes = await read().catch((problem) => {
        clock.awaits = false;
        throw problem;
      });
      waiting = { start, got: performance.now(), curves: url.split('wanted_y=').length - 1 };
      return bytes;
    };
    return reply;
  };
  const stroke = CanvasRenderingContext2D.prototype.stroke;
  CanvasRenderingContext2D.prototype.stroke = function (...given) {
    if (waiting !== undefined && !isShown) {
      isShown = true;
      const one = waiting;
      requestAnimationFrame(() => {
        const after = new MessageChannel();
        after.port1.onmessage = () => {
          const now = performance.now();
          clock.drawn.push({ request: now - one.start, answer: now - one.got, curves: one.curves });
          waiting = undefined;
          isShown = clock.awaits = false;
        };
        after.port2.postMessage(0);
      });
    }
    return stroke.apply(this, given);
  };
`;

declare const window: { benchClock: PageClock };

/** One hour at 1 kHz, as a file that the hub decodes. */
async function addHour({ client }: TestHub, folder: string): Promise<number> {
  const duckdb = await DuckDBConnection.create();
  const { archive, columns } = await makeRecording({ ...hour, clock: 'steady', name: 'hour-steady' }, duckdb);
  const file = join(folder, 'hour.parquet');
  const some = variables.map((name, place) => `${columns[place]} AS ${name}`);
  await duckdb.run(`COPY (SELECT T, ${some.join(', ')} FROM '${archive}') TO '${file}' (FORMAT parquet, CODEC snappy)`);
  duckdb.closeSync();
  const content = new Blob([await readFile(file)]);
  const { id } = await client.call(api.uploadRecord, { body: {}, file: { content, name: 'hour.parquet' } });
  const isThere = async () => (await client.call(api.readRecord, { params: { id } })).visualisable === true;
  await waitUntil('the hour is decoded', isThere, 600);
  return id;
}

/** Zooms in and out around one place after the other, so that each look needs points that are not there. */
async function zoom(page: Page, step: number): Promise<void> {
  const place = 0.15 + 0.7 * (((step * 7) % 19) / 19);
  await page.mouse.move(280 + place * (width - 380), 320);
  await page.mouse.wheel(0, Math.floor(step / 6) % 2 === 0 ? -240 : 240);
  await page.waitForTimeout(restMilliseconds);
  // A picture that takes longer is measured, too, not overtaken by the next one.
  await page.waitForFunction(() => !window.benchClock.awaits);
}

const p95 = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.POSITIVE_INFINITY;

async function measureLooks(page: Page) {
  for (let step = 0; step < warm; step++) await zoom(page, step);
  await page.evaluate(() => {
    window.benchClock.drawn.length = 0;
  });
  let steps = 0;
  const count = () => page.evaluate(() => window.benchClock.drawn.length);
  while ((await count()) < counted && steps < 10 * counted) await zoom(page, warm + steps++);
  return page.evaluate(() => window.benchClock.drawn);
}

/** MB that the page's process holds alone (as Chromium's task manager counts), the largest of the browser's pages. */
async function privateMegabytes(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const held = await Promise.all(
    processInfo
      .filter(({ type }) => type === 'renderer')
      .map(async ({ id }) => {
        const said = await readFile(`/proc/${id}/smaps_rollup`, 'utf8');
        return Number(/^Private_Dirty:\s+(\d+) kB/m.exec(said)?.[1] ?? Number.NaN) / 1024;
      }),
  );
  return Math.max(...held);
}

/** MB once what the page no longer needs is collected, and just before. */
async function heldAndUncollected(page: Page, session: CDPSession) {
  const uncollected = await privateMegabytes(session);
  const ofPage = await page.context().newCDPSession(page);
  await ofPage.send('HeapProfiler.collectGarbage');
  await ofPage.detach();
  await page.waitForTimeout(givenBackMilliseconds);
  return { held: await privateMegabytes(session), uncollected };
}

const memoryGoal = { goal: { atMost: 150 }, unit: 'MB' } as const;
const sayMemory = 'what its process alone holds (Private_Dirty) once garbage is collected';

async function memoryAtStart(page: Page, session: CDPSession): Promise<Figure> {
  const { held, uncollected } = await heldAndUncollected(page, session);
  const note = `${sayMemory}; until then ${Math.round(uncollected)} MB`;
  return { name: 'memory of the tab before zooming', measured: held, ...memoryGoal, note };
}

async function memoryAfterZooming(page: Page, session: CDPSession, minutes: number): Promise<Figure> {
  const until = performance.now() + minutes * 60_000;
  let [steps, most] = [0, 0];
  while (performance.now() < until) {
    await zoom(page, steps++);
    if (steps % 50 === 0) most = Math.max(most, await privateMegabytes(session));
  }
  const { held, uncollected } = await heldAndUncollected(page, session);
  const note = `${sayMemory}; until then ${Math.round(uncollected)} MB, ${Math.round(most)} at most; ${steps} zooms`;
  return { name: `memory of the tab after ${minutes} min of zooming`, measured: held, ...memoryGoal, note };
}

function peerFigure(ours: readonly number[], peers: readonly Peer[], curves: number): Figure {
  const fastest = Math.min(...peers.map(({ milliseconds }) => milliseconds));
  return {
    name: 'answer → drawn, time by the faster of Plotly and ECharts',
    measured: median(ours) / fastest,
    goal: { atMost: 1 },
    unit: '×',
    note: [
      `middle ${median(ours).toFixed(1)} ms, decoding included`,
      ...peers.map(({ name, milliseconds }) => `${name} ${milliseconds.toFixed(1)} ms from points in memory`),
      `${curves} curves of the same size and window`,
    ].join('; '),
  };
}

/** What a person waits for in the record view: a zoom on one hour at 1 kHz by a whole hub, on loopback. */
export const bench: Bench = {
  name: 'drawn',
  async *run({ minutes = usualMinutes }) {
    const folder = await mkdtemp(join(tmpdir(), 'sillage-bench-drawn-'));
    const webRoot = join(folder, 'web');
    await buildWeb(webRoot);
    const hub = await startTestHub({ webRoot });
    const browser = await openBrowser();
    try {
      const id = await addHour(hub, folder);
      const page = await browser.newPage({ viewport: { width, height }, locale: 'fr-FR' });
      await page.addInitScript(watchPage);
      await signInPage(page, hub.url);
      await page.goto(`${hub.url}/records/${id}`);
      await page.locator('canvas').first().waitFor();
      await page.waitForLoadState('networkidle');
      const session = await browser.newBrowserCDPSession();
      yield await memoryAtStart(page, session);
      const drawn = await measureLooks(page);
      const requests = drawn.map(({ request }) => request);
      const load = loadavg()[0] ?? 0;
      yield {
        name: 'request → drawn on loopback, p95',
        measured: p95(requests),
        goal: { atMost: 50 },
        unit: 'ms',
        note: `${drawn.length} zooms on 1 h × 1 kHz, middle ${median(requests).toFixed(1)} ms, ${width} × ${height}, headless Chromium without GPU, load ${load.toFixed(1)} with browser and server on the same cores`,
      };
      const curves = Math.max(...drawn.map((one) => one.curves));
      const peers = await drawWithPeers(browser, createRequire(import.meta.url), { curves, width, height });
      const answers = drawn.map(({ answer }) => answer);
      yield peerFigure(answers, peers, curves);
      yield await memoryAfterZooming(page, session, minutes);
    } finally {
      await browser.close();
      await hub.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
