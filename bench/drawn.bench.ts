import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DuckDBConnection } from '@duckdb/node-api';
import { api } from '@sillage/contract';
import { findChromium, openBrowser, startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { z } from 'zod';
import { drawWithPeers, type Peer } from './drawn-peers.ts';
import { buildWeb } from './drive-page.ts';
import { openRecord, turnWheel } from './drive-plain-page.ts';
import { type Bench, type Figure, median } from './figure.ts';
import { openPlainPage, type PlainPage } from './plain-chromium.ts';
import { memoryAfterZooming, memoryAtStart } from './tab-memory.ts';
import { hour, makeRecording } from './zoom-data.ts';

/** Of the hour that is uploaded: what the record view draws first, and others. */
const variables = ['speed', 'force', 'power', 'cadence', 'acc_x', 'acc_y', 'acc_z', 'roll'] as const;
/** That are zoomed before it is counted, and answers that are. */
const [warm, counted] = [15, 120];
const usualMinutes = 1;
const [width, height] = [1440, 900];
/** ms between the picture of a turn of the wheel and the next turn: within it nothing is fetched ahead yet. */
const restMilliseconds = 120;

/** What the page's clock saw: ms from the request, and from its answer, and curves of it. */
const Drawn = z.array(z.object({ request: z.number(), answer: z.number(), curves: z.number() }));

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

async function zoom(page: PlainPage, step: number): Promise<void> {
  await turnWheel(page, step, width);
  await delay(restMilliseconds);
  // A picture that takes longer is measured, too, not overtaken by the next one.
  await page.until('the picture', '!benchClock.awaits');
}

const p95 = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.POSITIVE_INFINITY;

async function measureLooks(page: PlainPage) {
  for (let step = 0; step < warm; step++) await zoom(page, step);
  await page.evaluate('void (benchClock.drawn.length = 0)');
  let steps = 0;
  const drawn = async () => Drawn.parse(await page.evaluate('benchClock.drawn'));
  while ((await drawn()).length < counted && steps < 10 * counted) await zoom(page, warm + steps++);
  return drawn();
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

async function measurePeers(curves: number): Promise<readonly Peer[]> {
  const browser = await openBrowser('measure');
  try {
    return await drawWithPeers(browser, createRequire(import.meta.url), { curves, width, height });
  } finally {
    await browser.close();
  }
}

/** What a person waits for in the record view: a zoom on one hour at 1 kHz by a whole hub, on loopback. */
export const bench: Bench = {
  name: 'drawn',
  async *run({ minutes = usualMinutes }) {
    const folder = await mkdtemp(join(tmpdir(), 'sillage-bench-drawn-'));
    const webRoot = join(folder, 'web');
    await buildWeb(webRoot);
    const hub = await startTestHub({ webRoot });
    const page = await openPlainPage(findChromium(), { width, height });
    try {
      const id = await addHour(hub, folder);
      await page.send('Page.enable');
      await page.send('Page.addScriptToEvaluateOnNewDocument', { source: watchPage });
      await openRecord(page, hub.url, id);
      yield await memoryAtStart(page);
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
      yield await memoryAfterZooming(page, (step) => zoom(page, step), minutes);
      const curves = Math.max(...drawn.map((one) => one.curves));
      const peers = await measurePeers(curves);
      yield peerFigure(
        drawn.map(({ answer }) => answer),
        peers,
        curves,
      );
    } finally {
      await page.close();
      await hub.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
