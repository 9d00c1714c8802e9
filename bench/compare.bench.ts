import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { api, limits } from '@sillage/contract';
import { openBrowser, startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import type { Page } from 'playwright-core';
import { buildWeb, signInPage } from './drive-page.ts';
import { type Bench, type Figure, median } from './figure.ts';

/** Of the shortest record. */
const [seconds, rateHz] = [600, 100];
/** That each further one is longer. */
const moreSeconds = 7;
const rounds = 5;

/** Another rower each: speed and force of strokes. */
function tableOf(place: number): string {
  const rows = ['T (s),speed (m/s),force (N)'];
  for (let i = 0; i < (seconds + place * moreSeconds) * rateHz; i++) {
    const t = i / rateHz;
    const stroke = Math.sin(2 * Math.PI * (0.5 + place / 500) * t);
    rows.push(`${t},${(5 - place / 50 + 0.2 * stroke).toFixed(4)},${Math.max(0, 700 * stroke + place).toFixed(1)}`);
  }
  return rows.join('\n');
}

async function addRecords({ client }: TestHub): Promise<number[]> {
  const ids: number[] = [];
  for (let place = 0; place < limits.recordsCompared; place++) {
    const file = { content: new Blob([tableOf(place)]), name: `piece-${place}.csv` };
    ids.push((await client.call(api.uploadRecord, { body: {}, file })).id);
  }
  await waitUntil(
    'every record is decoded',
    async () => {
      const { records } = await client.call(api.listRecords, { body: { pageSize: limits.recordsCompared } });
      return records.every(({ visualisable }) => visualisable);
    },
    300,
  );
  return ids;
}

/** Lives in the page, whose types this program does not have. */
declare const document: {
  addEventListener(type: 'click', listener: () => void, options: { capture: boolean; once: boolean }): void;
  querySelector(selector: string): unknown;
};
declare function requestAnimationFrame(step: () => void): number;

/** ms from the click on *Compare* in the list of records until all curves are in a frame that was shown. */
async function drawnAfter(page: Page, count: number): Promise<number> {
  // As high as all rows are, to check them.
  await page.setViewportSize({ width: 1440, height: 2600 });
  const boxes = page.getByRole('checkbox', { name: /^Sélectionner / });
  await boxes.nth(count - 1).waitFor();
  for (let place = 0; place < count; place++) await boxes.nth(place).check();
  await page.setViewportSize({ width: 1440, height: 900 });
  const compare = page.getByRole('button', { name: 'Comparer' });
  await compare.waitFor();
  const drawn = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let clickedAt = 0;
        const begin = () => {
          clickedAt = performance.now();
        };
        document.addEventListener('click', begin, { capture: true, once: true });
        const look = () => {
          if (document.querySelector('section[aria-busy="false"]') === null) return requestAnimationFrame(look);
          // The frame that was under way, and the one after it: then what was drawn is on screen.
          return requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - clickedAt)));
        };
        requestAnimationFrame(look);
      }),
  );
  await compare.click();
  const milliseconds = await drawn;
  await page.waitForLoadState('networkidle');
  // Nothing is kept of it: the next one asks for all curves again. The files of the app stay in the browser's cache.
  await page.goto(new URL('/', page.url()).href);
  return milliseconds;
}

async function run(): Promise<Figure[]> {
  const webRoot = await mkdtemp(join(tmpdir(), 'sillage-bench-compare-'));
  await buildWeb(webRoot);
  const hub = await startTestHub({ webRoot });
  const browser = await openBrowser('measure');
  try {
    const ids = await addRecords(hub);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'fr-FR' });
    await signInPage(page, hub.url);
    const [few, all]: [number[], number[]] = [[], []];
    await drawnAfter(page, ids.length);
    for (let round = 0; round < rounds; round++) {
      few.push(await drawnAfter(page, 2));
      all.push(await drawnAfter(page, ids.length));
    }
    return [
      {
        name: `compare: ${ids.length} records drawn`,
        measured: median(all),
        goal: { atMost: 1000 },
        unit: 'ms',
        note: [
          `from the click on Compare in the list, middle of ${rounds}, ${Math.round(Math.min(...all))} to ${Math.round(Math.max(...all))} ms`,
          `2 records interleaved ${Math.round(median(few))} ms: ${(median(all) / median(few)).toFixed(1)} ×`,
          `${seconds} s and more at ${rateHz} Hz each, two variables, 1440 × 900, headless Chromium without GPU`,
          `load ${(loadavg()[0] ?? 0).toFixed(1)} with browser and server on the same cores`,
        ].join('; '),
      },
    ];
  } finally {
    await browser.close();
    await hub.stop();
    await rm(webRoot, { recursive: true, force: true });
  }
}

export const bench: Bench = { name: 'compare', run };
