import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordings } from '@sillage/app-simulator';
import { openBrowser, startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoCoachMail, demoContent } from '../src/demo.ts';
import { openSecondTab, restOf, showAs } from './audit-page.ts';
import { watchPage } from './watch-page.ts';

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));
const guide = fileURLToPath(new URL('../../../docs/guide', import.meta.url));
/** `npm run pictures` draws them anew; `npm test` only sees that the day goes as the guide says. */
const draws = process.env.npm_lifecycle_event === 'pictures';
const pictures = ['sign-in', 'data', 'live', 'recording', 'stopped', 'record', 'download'] as const;
const languages = ['fr', 'en'] as const;
const pages = { fr: 'premier-jour.md', en: 'first-day.md' } as const;
const pictureBytesAtMost = 150_000;

let hub: TestHub;
let browser: Browser;
let page: Page;
let secondTab: Page;

beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!'), webRoot });
  await hub.plug(recordings.map(({ device }) => device.number));
  browser = await openBrowser();
  const size = { width: 1280, height: 800 };
  ({ page } = await watchPage(browser, { viewport: size, acceptDownloads: true, reducedMotion: 'reduce' }));
  secondTab = await openSecondTab(page.context(), hub.url);
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
});

async function draw(name: (typeof pictures)[number]): Promise<void> {
  if (!draws) return;
  for (const language of ['en', 'fr'] as const) {
    await showAs(page, secondTab, { theme: 'light', language });
    await restOf(page);
    // Live figures and curves are written a few times a second, of a tab that nobody looks at much less often.
    await page.bringToFront();
    await page.waitForTimeout(1500);
    // A screen has few colours: a palette keeps each of them and a third of the bytes.
    const small = await sharp(await page.screenshot())
      .png({ palette: true, colours: 128, effort: 10 })
      .toBuffer();
    await writeFile(join(guide, `${language}-${name}.png`), small);
  }
}

/** What docs/guide tells, in its order: each test goes on where the one before left. */
describe('the first day of a coach', () => {
  test('signs in and accepts the terms', async () => {
    await page.goto(hub.url);
    await page.getByLabel('E-mail').fill(demoCoachMail);
    await draw('sign-in');
    await page.getByLabel('Mot de passe', { exact: true }).fill('Coach-2026!');
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await page.getByRole('button', { name: 'Accepter et continuer' }).click();
    await page
      .getByRole('row', { name: /Camille Le Goff/ })
      .first()
      .waitFor();
    await draw('data');
  });

  test('sees the devices live', async () => {
    await page.getByRole('link', { name: /Temps réel/ }).click();
    await page.getByText('6 prêts').waitFor();
    // s; until the small curves are full
    if (draws) await page.waitForTimeout(25_000);
    await draw('live');
  });

  test('records and stops', async () => {
    await page.getByRole('button', { name: 'Courbes' }).click();
    await page.getByRole('button', { name: /^Enregistrer/ }).click();
    await page.getByText('6 actifs').waitFor();
    await page.waitForTimeout(draws ? 20_000 : 3000);
    await draw('recording');
    await page.getByRole('button', { name: 'Capteurs' }).click();
    await page.getByRole('button', { name: /^Arrêter l’enregistrement\s*R?$/ }).click();
    await page.getByRole('link', { name: /^Ouvrir l’enregistrement de Camille/ }).waitFor();
    await waitUntil('the means', async () => (await page.getByText(/, moy\./).count()) > 0);
    // The screen says it: a toast would, in the picture of the other language, still speak this one.
    expect(await page.getByText(/^6 enregistrements, [\d:]+\.$/).count()).toBe(0);
    await draw('stopped');
  });

  test('opens the record, selects and reads', async () => {
    await page.getByRole('link', { name: /^Ouvrir l’enregistrement de Camille/ }).click();
    await page.waitForURL('**/records/*');
    await page.locator('.uplot canvas').first().waitFor();
    await page.keyboard.press('s');
    await page.getByRole('button', { name: 'Prendre la fenêtre affichée' }).click();
    const statistics = page.getByRole('region', { name: 'Statistiques' });
    await waitUntil('a mean and its deviation', async () => /\d\s*±/.test((await statistics.textContent()) ?? ''));
    await draw('record');
  });

  test('downloads', async () => {
    await page.keyboard.press('d');
    await page.locator('[role=menu],[role=dialog]').waitFor();
    await draw('download');
  });
});

test.each(languages)('the guide in %s shows each picture, small enough to be fetched', async (language) => {
  const text = await readFile(join(guide, pages[language]), 'utf8');
  for (const name of pictures) {
    expect(text).toContain(`(${language}-${name}.png)`);
    expect((await stat(join(guide, `${language}-${name}.png`))).size).toBeLessThanOrEqual(pictureBytesAtMost);
  }
});
