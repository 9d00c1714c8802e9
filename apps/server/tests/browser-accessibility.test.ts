import { fileURLToPath } from 'node:url';
import { recordings } from '@sillage/app-simulator';
import { administrator, openBrowser, startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoContent } from '../src/demo.ts';
import { auditInEveryLook, openSecondTab } from './audit-page.ts';
import { goTo, type WatchedPage, watchPage } from './watch-page.ts';

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));
const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

let hub: TestHub;
let browser: Browser;
let watched: WatchedPage;
let page: Page;
let secondTab: Page;

beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!'), webRoot });
  await hub.plug(recordings.map(({ device }) => device.number));
  browser = await openBrowser();
  watched = await watchPage(browser, { reducedMotion: 'reduce' });
  page = watched.page;
  secondTab = await openSecondTab(page.context(), hub.url);
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const row = (name: RegExp) => page.getByRole('row', { name }).first();

async function open(path: string): Promise<void> {
  await goTo(page, `${hub.url}${path}`);
  await page.getByRole('main').waitFor();
  await page.waitForLoadState('networkidle');
}

/** Every state is looked at in both themes and both languages; one session, in the order of a day. Those of records: browser-records. */
describe('axe-core finds nothing wrong', () => {
  const finds = (state: string, reach: () => Promise<void>) =>
    test(state, async () => {
      await reach();
      expect(await auditInEveryLook(page, secondTab)).toEqual([]);
    });

  finds('login', async () => {
    await page.goto(hub.url);
    await page.getByLabel('E-mail').fill(administrator.mail);
  });

  finds('terms of use', async () => {
    await page.getByLabel('Mot de passe', { exact: true }).fill(administrator.password);
    await button('Se connecter').click();
    await dialog('Conditions d’utilisation').waitFor();
  });

  finds('data', async () => {
    await button('Accepter et continuer').click();
    await row(/Camille Le Goff/).waitFor();
    await waitUntil('all records to be readable', async () => (await page.getByText(/Lecture/).count()) === 0);
  });

  finds('record, with a selection and its statistics', async () => {
    await page.getByText('Camille Le Goff').first().click();
    await page.waitForURL('**/records/*');
    await page.locator('canvas').first().waitFor();
    await page.keyboard.press('s');
    await button('Prendre la fenêtre affichée').click();
    const statistics = page.getByRole('region', { name: 'Statistiques' });
    await waitUntil('a mean and its deviation', async () => /\d\s*±/.test((await statistics.textContent()) ?? ''));
  });

  finds('team', async () => {
    await open('/team');
    await page.locator('main a[href^="/athletes/"]').first().waitFor();
  });

  finds('an athlete over time', async () => {
    await page.locator('main a[href^="/athletes/"]').first().click();
    await page.waitForURL('**/athletes/*');
    await page.getByRole('heading').first().waitFor();
    await page.waitForLoadState('networkidle');
  });

  finds('an athlete over time on a phone', () => page.setViewportSize(phone));

  finds('team on a phone', async () => {
    await open('/team');
    await page.locator('main a[href^="/athletes/"]').first().waitFor();
  });

  finds('live devices on a phone', async () => {
    await page.setViewportSize(phone);
    await page.keyboard.press('1');
    await page.getByRole('timer').waitFor();
  });

  finds('live devices', async () => {
    await page.setViewportSize(desk);
    await page.getByText('6 prêts').waitFor();
  });

  finds('live curves', async () => {
    await button('Courbes').click();
    await page.locator('canvas').first().waitFor();
  });

  finds('live, recording', async () => {
    await page.getByRole('button', { name: 'Capteurs', exact: true }).click();
    await page.keyboard.press('r');
    await page.getByText('6 actifs').waitFor();
  });

  finds('live, stopped', async () => {
    await page.keyboard.press('r');
    await page
      .getByRole('link', { name: /^Ouvrir/ })
      .first()
      .waitFor();
  });

  finds('settings, account', () => open('/settings/account'));

  finds('settings, parameters', () => open('/settings/configuration'));

  finds('settings, logs', () => open('/settings/logs'));

  finds('admin, a person being edited', async () => {
    await open('/admin/users');
    await row(/Camille/)
      .getByRole('button', { name: /^Modifier/ })
      .click();
    await page.getByRole('dialog').waitFor();
  });

  finds('tasks', () => open('/admin/tasks'));

  finds('health', () => open('/admin/health'));

  finds('link lost', async () => {
    await page.keyboard.press('1');
    await page.getByText('6 prêts').waitFor();
    await hub.stop();
    await page.getByText(/Liaison temps réel perdue/).waitFor();
  });
});
