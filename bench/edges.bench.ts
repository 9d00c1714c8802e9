import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@sillage/contract';
import { openBrowser, startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import type { Page } from 'playwright-core';
import { buildWeb, signInPage } from './drive-page.ts';
import { type Bench, type Figure, median } from './figure.ts';

const jump = new URL('../packages/testkit/fixtures/01_jumps_gidiel/Dual-CMJ-Fz.txt', import.meta.url);
/** Places that the edge is dragged to, one after the other; the first ones warm the page up. */
const [warmUp, moves] = [10, 60];
/** Different ones, near one another: further away the jump would begin before it was weighed. */
const places = 20;
/** px from one to the next. */
const stepPixels = 2;
const longestMilliseconds = 10_000;

async function addJump({ client }: TestHub): Promise<number> {
  // The file calls its plates FP1 and FP2.
  const text = (await readFile(jump, 'utf8')).replace('FP1\tFP2', 'fzg (N)\tfzd (N)');
  const file = { content: new Blob([text]), name: 'cmj.csv' };
  const { id } = await client.call(api.uploadRecord, { body: { rate: 1000 }, file });
  const isRead = async () => (await client.call(api.readRecord, { params: { id } })).decode_state === 'done';
  await waitUntil('the jump to be readable', isRead, 120);
  return id;
}

/** Lives in the page, whose types this program does not have. */
declare const document: {
  addEventListener(type: 'pointermove', listener: () => void, options: { capture: boolean }): void;
  querySelectorAll(selector: string): Iterable<{ textContent: string }>;
};
declare function requestAnimationFrame(step: () => void): number;
declare global {
  var edgeMoved: Promise<number>;
}

/** Has the page tell, in `edgeMoved`, the ms from the next move of the pointer until other numbers are in a frame that was shown. */
async function listenForNumbers(page: Page): Promise<void> {
  await page.evaluate((longestMs) => {
    globalThis.edgeMoved = new Promise<number>((resolve, reject) => {
      const said = () => [...document.querySelectorAll('li[data-first]')].map((one) => one.textContent).join();
      const before = said();
      let movedAt: number | undefined;
      const begin = () => {
        movedAt ??= performance.now();
      };
      document.addEventListener('pointermove', begin, { capture: true });
      const since = performance.now();
      const look = () => {
        if (performance.now() - since > longestMs) return reject(new Error('the numbers stayed as they were'));
        if (movedAt === undefined || said() === before) return requestAnimationFrame(look);
        const from = movedAt;
        // What was changed in this frame is shown by its end.
        return requestAnimationFrame(() => resolve(performance.now() - from));
      };
      requestAnimationFrame(look);
    });
  }, longestMilliseconds);
}

async function dragEdge(page: Page): Promise<number[]> {
  const grip = page.getByRole('slider', { name: 'Borne Début' });
  await grip.waitFor();
  const box = await grip.boundingBox();
  if (box === null) throw new Error('nothing to drag');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const spent: number[] = [];
  for (let i = 1; i <= warmUp + moves; i++) {
    await listenForNumbers(page);
    await page.mouse.move(x - (1 + (i % places)) * stepPixels, y);
    const milliseconds = await page.evaluate(() => globalThis.edgeMoved);
    if (i > warmUp) spent.push(milliseconds);
  }
  await page.mouse.up();
  return spent.sort((a, b) => a - b);
}

async function run(): Promise<Figure[]> {
  const webRoot = await mkdtemp(join(tmpdir(), 'sillage-bench-edges-'));
  await buildWeb(webRoot);
  const hub = await startTestHub({ webRoot });
  const browser = await openBrowser('measure');
  try {
    const id = await addJump(hub);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'fr-FR' });
    await signInPage(page, hub.url);
    await page.goto(`${hub.url}/records/${id}`);
    await page.locator('.uplot canvas').first().waitFor();
    const tab = page.getByRole('tab', { name: 'Analyse' });
    if ((await tab.count()) === 0) await page.getByRole('button', { name: 'Fiche' }).first().click();
    await tab.click();
    await page
      .getByRole('combobox', { name: /^Analyse/ })
      .first()
      .selectOption('cmj');
    // Samples of a millisecond a pixel or so, as people look at an edge.
    await page.getByRole('button', { name: 'Voir le geste' }).click();
    const spent = await dragEdge(page);
    return [
      {
        name: 'edge dragged → numbers on screen, p95',
        ...{ measured: spent[Math.floor(0.95 * moves)] ?? Number.NaN, goal: { atMost: 100 }, unit: 'ms' },
        note: [
          `${moves} places of the onset of a real jump at 1 kHz, middle ${Math.round(median(spent))} ms, most ${Math.round(spent.at(-1) ?? 0)} ms`,
          'from the move of the pointer to the frame that shows other numbers, answered by the server each time',
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

export const bench: Bench = { name: 'edges', run };
