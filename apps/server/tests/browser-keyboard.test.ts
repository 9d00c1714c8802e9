import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { recordings } from '@sillage/app-simulator';
import { openBrowser, startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoCoachMail, demoContent } from '../src/demo.ts';
import { goTo, type WatchedPage, watchPage } from './watch-page.ts';

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));
const coach = { mail: demoCoachMail, password: 'Coach-2026!' };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** From the start page to the downloaded file. */
const strokesAtMost = 25;

let hub: TestHub;
let browser: Browser;
/** Of a coach who has signed in before. */
let desk: WatchedPage;

beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent(coach.password, 'Manager-2026!'), webRoot });
  await hub.plug(recordings.map(({ device }) => device.number));
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
});

/** Signs in with keys alone: the mail's field has the keyboard at once, the button of the terms, too. */
async function signInByKeys(page: Page, { firstTime }: { firstTime: boolean }): Promise<void> {
  await page.goto(hub.url);
  await page.locator('input[type=email]:focus').waitFor();
  await page.keyboard.type(coach.mail);
  await page.keyboard.press('Tab');
  await page.keyboard.type(coach.password);
  await page.keyboard.press('Enter');
  if (firstTime) {
    await page.locator('button:focus', { hasText: 'Accepter et continuer' }).waitFor();
    await page.keyboard.press('Enter');
  }
  await page.getByRole('table').first().waitFor();
}

describe('a coach', () => {
  test('signs in for the first time, and the console shows no error', async () => {
    const { page, problems } = await watchPage(browser);
    await signInByKeys(page, { firstTime: true });
    await page.waitForLoadState('networkidle');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('records, opens, zooms, selects, reads the statistics and downloads by keys alone', async () => {
    desk = await watchPage(browser, { acceptDownloads: true });
    const { page, problems } = desk;
    await signInByKeys(page, { firstTime: false });
    const strokes: string[] = [];
    const press = async (key: string) => {
      strokes.push(key);
      await page.keyboard.press(key);
    };
    await press('1');
    await page.getByText('6 prêts').waitFor();
    await press('r');
    await page.getByText('6 actifs').waitFor();
    // Half of it holds two strokes or more at any rate: a deviation needs two values.
    await page.waitForTimeout(9000);
    await press('r');
    await page.locator('a:focus', { hasText: 'Ouvrir' }).waitFor();
    await press('Enter');
    await page.waitForURL('**/records/*');
    // Of the record: the lines of the screen before have canvases too.
    const undo = page.getByRole('button', { name: /Annuler le zoom/ });
    await undo.waitFor();
    await page.locator('canvas').first().waitFor();
    await press('+');
    await waitUntil('a zoom to undo', () => undo.isEnabled());
    await press('s');
    await page.getByRole('button', { name: 'Prendre la fenêtre affichée' }).waitFor();
    await press('Enter');
    const statistics = page.getByRole('region', { name: 'Statistiques' });
    await waitUntil('a mean and its deviation', async () => /\d\s*±/.test((await statistics.textContent()) ?? ''));
    await page.getByText('S1').first().waitFor();
    const download = page.waitForEvent('download');
    await press('d');
    await page.locator('[role=menu],[role=dialog]').waitFor();
    await press('Enter');
    expect((await readFile(await (await download).path())).length).toBeGreaterThan(500);
    expect(strokes.length, strokes.join(' ')).toBeLessThanOrEqual(strokesAtMost);
    expect(problems).toEqual([]);
  });

  test('sees live curves at the first click, and a record of ten seconds at the third', async () => {
    const { page } = desk;
    await goTo(page, hub.url);
    await page.getByRole('table').first().waitFor();
    let clicks = 0;
    const click = async (what: Locator) => {
      clicks += 1;
      await what.click();
    };
    await click(page.getByRole('link', { name: /capteurs/ }));
    await page.locator('.uplot canvas').first().waitFor();
    expect(clicks).toBe(1);
    await page.keyboard.press('2');
    clicks = 0;
    await click(page.getByRole('button', { name: /^Enregistrer/ }));
    await page.getByText('6 actifs').waitFor();
    await page.waitForTimeout(10_000);
    await click(page.getByRole('button', { name: /^Arrêter l’enregistrement\s*R?$/ }));
    await click(page.getByRole('link', { name: /^Ouvrir/ }).first());
    await page.waitForURL('**/records/*');
    await page.locator('.uplot canvas').first().waitFor();
    expect(clicks).toBe(3);
    await page.context().close();
  });

  test('sees live curves at the first touch on a phone', async () => {
    const { page } = await watchPage(browser, phone);
    await page.goto(hub.url);
    await page.getByLabel('E-mail').fill(coach.mail);
    await page.getByLabel('Mot de passe', { exact: true }).fill(coach.password);
    await page.getByRole('button', { name: 'Se connecter' }).tap();
    await page.getByRole('link', { name: /voir leurs courbes/ }).tap();
    await page.locator('.uplot canvas').first().waitFor();
    await page.context().close();
  });
});
