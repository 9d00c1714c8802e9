import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { recordings } from '@sillage/app-simulator';
import { api } from '@sillage/contract';
import { administrator, openBrowser, startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoContent } from '../src/demo.ts';
import { csvOfStrokes, filmStartSeconds } from './film-of-strokes.ts';
import { goTo, type WatchedPage, watchPage } from './watch-page.ts';

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));
const filmOfStrokes = new URL('../../../packages/testkit/fixtures/21_film_of_strokes/strokes.mp4', import.meta.url);
const recordSeconds = 10;

let hub: TestHub;
let browser: Browser;
let page: Page;
let watched: WatchedPage;

beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!'), webRoot });
  await hub.plug(recordings.map(({ device }) => device.number));
  browser = await openBrowser();
  watched = await watchPage(browser);
  page = watched.page;
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
});

/** Runs in the page: pixels of the graphs that are neither grey nor transparent, so drawn by a curve. */
function countColouredPixels(): number {
  let coloured = 0;
  for (const canvas of document.querySelectorAll<HTMLCanvasElement>('.uplot canvas')) {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    for (let at = 0; at + 3 < pixels.length; at += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.slice(at, at + 4);
      if (alpha > 200 && Math.max(red, green, blue) - Math.min(red, green, blue) > 60) coloured++;
    }
  }
  return coloured;
}

async function signOut(): Promise<void> {
  await page.getByRole('button', { name: 'Menu de l’utilisateur' }).click();
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
  await page.waitForURL('**/login');
}

/** Runs in the page. */
function outlineOf(element: Element): string {
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return `${outlineStyle} ${outlineWidth}`;
}

/** A coach's whole main job on screen, in the order of the day: each test goes on where the one before left. */
describe('the main job in the browser', () => {
  test('signs in, after the terms of use', async () => {
    await page.goto(hub.url);
    await page.getByLabel('E-mail').fill(administrator.mail);
    await page.getByLabel('Mot de passe', { exact: true }).fill(administrator.password);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await page.getByRole('dialog', { name: 'Conditions d’utilisation' }).waitFor();
    expect(await page.evaluate(() => [localStorage.getItem('sillage.session'), document.cookie])).toEqual([null, '']);
    await page.getByRole('button', { name: 'Accepter et continuer' }).click();
    await page.getByRole('link', { name: /Temps réel/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('sees the six devices, connected, by the shortcut 1', async () => {
    await page.keyboard.press('1');
    await page.waitForURL('**/realtime');
    for (const { device } of recordings) await page.getByText(device.name).first().waitFor();
    await page.getByText('6 prêts').waitFor();
  });

  test('shows which button the keyboard is on', async () => {
    const stops: string[] = [];
    for (let i = 0; i < 25; i++) {
      await page.keyboard.press('Tab');
      const at = page.locator('.MuiButtonBase-root:focus');
      if ((await at.count()) > 0) stops.push(await at.evaluate(outlineOf));
    }
    expect(stops.length).toBeGreaterThan(0);
    expect(new Set(stops)).toEqual(new Set(['solid 2px']));
  });

  test('records all of them for ten seconds and stops', async () => {
    await page.keyboard.press('r');
    await page.getByText('6 actifs').waitFor();
    await page.waitForTimeout(recordSeconds * 1000);
    await page.keyboard.press('r');
    await page.getByText('6 prêts').waitFor();
  });

  test('opens the rowing record from the list', async () => {
    await page.keyboard.press('2');
    await page.waitForURL((url) => url.pathname === '/');
    const row = page.getByRole('row', { name: /Camille Le Goff/ }).first();
    await row.waitFor();
    await waitUntil('the record to be readable', async () => (await row.getByText('À associer').count()) === 0);
    await row.getByText('Camille Le Goff').click();
    await page.waitForURL('**/records/*');
    await page.locator('canvas').first().waitFor();
    await page.getByText('Variables', { exact: true }).first().waitFor();
    await waitUntil('curves on the graphs', async () => (await page.evaluate(countColouredPixels)) > 1000);
  });

  test('zooms in, goes back and forth', async () => {
    const plot = page.locator('.u-over').first();
    const box = await plot.boundingBox();
    if (box === null) throw new Error('no plot on screen');
    const y = box.y + box.height / 2;
    // 7 s, of which statistics are read below: two strokes or more at any rate, since a deviation needs two values.
    await page.mouse.move(box.x + box.width * 0.2, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.9, y, { steps: 8 });
    await page.mouse.up();
    const undo = page.getByRole('button', { name: /Annuler le zoom/ });
    await waitUntil('a zoom to undo', async () => undo.isEnabled());
    await undo.click();
    const redo = page.getByRole('button', { name: /Rétablir le zoom/ });
    await waitUntil('a zoom to redo', async () => redo.isEnabled());
    await redo.click();
  });

  test('adds a selection and reads its statistics', async () => {
    await page.keyboard.press('s');
    await page.getByRole('button', { name: 'Prendre la fenêtre affichée' }).click();
    await page.getByText('S1').first().waitFor();
    const statistics = page.getByRole('region', { name: 'Statistiques' });
    await waitUntil('a mean and its deviation', async () => /\d\s*±/.test((await statistics.textContent()) ?? ''));
  });

  test('downloads the record as CSV', async () => {
    const download = page.waitForEvent('download');
    await page.keyboard.press('d');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Télécharger/ })
      .click();
    const file = await (await download).path();
    expect((await readFile(file)).length).toBeGreaterThan(500);
  });

  test('shows a film beside its record with one cursor, and puts it where it fits to the frame', async () => {
    const csv = new TextEncoder().encode(csvOfStrokes(25));
    const upload = (bytes: Uint8Array<ArrayBuffer>, name: string) =>
      hub.client.call(api.uploadRecord, { body: {}, file: { name, content: new Blob([bytes]) } });
    const record = await upload(csv, 'strokes.csv');
    const film = await upload(new Uint8Array(await readFile(filmOfStrokes)), 'strokes.mp4');
    const read = (id: number) => hub.client.call(api.readRecord, { params: { id } });
    await waitUntil('the film to be read', async () => (await read(film.id)).video !== null);
    await waitUntil('the record to be readable', async () => (await read(record.id)).visualisable);
    const roughly = { of_record_id: record.id, offset_seconds: 6.5 };
    await hub.client.call(api.alignVideo, { params: { id: film.id }, body: roughly });

    await goTo(page, `${hub.url}/records/${record.id}`);
    const picture = page.locator('video');
    const seconds = () => picture.evaluate((element: HTMLVideoElement) => element.currentTime);
    await waitUntil('the film', async () => picture.evaluate((element: HTMLVideoElement) => element.readyState > 1));
    const plot = await page.locator('.u-over').first().boundingBox();
    if (plot === null) throw new Error('no plot on screen');
    await page.mouse.move(plot.x + plot.width * 0.5, plot.y + 20);
    await waitUntil('the film where the cursor is', async () => Math.abs((await seconds()) - (12.5 - 6.5)) < 0.1);
    const frame = async () => Math.floor((await seconds()) * 30 + 1e-6);
    const before = await frame();
    await page.keyboard.press('.');
    await waitUntil('the next frame', async () => (await frame()) === before + 1);

    await page.getByRole('button', { name: 'Caler le film' }).click();
    // Eight strokes are too few to be proposed: the best place is shown, and kept by whoever looked at it.
    await page.getByRole('button', { name: 'Voir ce calage' }).click();
    await page.getByRole('button', { name: /^Garder/ }).click();
    await waitUntil('the film at its place', async () => (await read(film.id)).video?.offset_seconds !== 6.5);
    const kept = (await read(film.id)).video?.offset_seconds ?? 0;
    expect(Math.abs(kept - filmStartSeconds)).toBeLessThan(1 / 30);
  });

  test('signs out, and once more after another sign-in', async () => {
    await signOut();
    await page.getByLabel('E-mail').fill(administrator.mail);
    await page.getByLabel('Mot de passe', { exact: true }).fill(administrator.password);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await signOut();
    await page.goto(`${hub.url}/realtime`);
    await page.waitForURL('**/login');
    expect(watched.problems).toEqual([]);
  });
});
