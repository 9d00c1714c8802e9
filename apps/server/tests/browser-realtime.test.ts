import { fileURLToPath } from 'node:url';
import { recordings } from '@sillage/app-simulator';
import { api } from '@sillage/contract';
import { openBrowser, startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoCoachMail, demoContent, demoManagerMail } from '../src/demo.ts';
import { audit, openSecondTab, showAs } from './audit-page.ts';
import { goTo, signInOnPage, watchPage } from './watch-page.ts';

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));
const coach = { mail: demoCoachMail, password: 'Coach-2026!' };
const manager = { mail: demoManagerMail, password: 'Manager-2026!' };
const phoneLook = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

let hub: TestHub;
let browser: Browser;
let desk: Page;
let pocket: Page;

beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent(coach.password, manager.password), webRoot });
  await hub.plug(recordings.map(({ device }) => device.number));
  browser = await openBrowser();
  desk = (await watchPage(browser, { reducedMotion: 'reduce' })).page;
  pocket = (await watchPage(browser, { ...phoneLook, reducedMotion: 'reduce' })).page;
  await desk.goto(hub.url);
  await signInOnPage(desk, coach);
  await pocket.goto(hub.url);
  await signInOnPage(pocket, manager);
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
});

const button = (name: string | RegExp) => desk.getByRole('button', { name });
const strip = () => desk.getByRole('region', { name: 'Mémoire tampon' });

/** A coach at the water with a desk, light and French: each test goes on where the one before left. */
describe('the realtime page at a desk', () => {
  test('shows the devices that are ready, and what nobody recorded', async () => {
    await desk.keyboard.press('1');
    await desk.getByText('6 prêts').waitFor();
    await strip()
      .getByText(/2 h gardées/)
      .waitFor();
    expect(await audit(desk)).toEqual([]);
  });

  test('B keeps a passage that nobody recorded, as records of their own time', async () => {
    await strip().getByRole('img').waitFor();
    await waitUntil('something to be kept', () => button(/^Garder un passage/).isEnabled());
    await desk.keyboard.press('b');
    const panel = desk.getByRole('dialog', { name: 'Garder un passage' });
    await panel.getByRole('button', { name: 'De : une seconde plus tard' }).click();
    const start = desk.getByRole('slider', { name: 'Début du passage' });
    const box = await start.boundingBox();
    expect([box?.width, box?.height]).toEqual([44, 44]);
    expect(await audit(desk)).toEqual([]);
    const create = panel.getByRole('button', { name: /^Créer \d+ enregistrements?$/ });
    const count = Number(/\d+/.exec((await create.textContent()) ?? '')?.[0]);
    const before = await countRecords();
    await create.click();
    await desk.getByText(/enregistrements? créés?$/).waitFor();
    expect((await countRecords()) - before).toBe(count);
    await panel.waitFor({ state: 'detached' });
  });

  test('C opens the configurations, and Échap closes them', async () => {
    await desk.keyboard.press('c');
    await desk.getByRole('dialog', { name: /onfiguration/ }).waitFor();
    expect(await audit(desk)).toEqual([]);
    await desk.keyboard.press('Escape');
    await desk.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('R records, L and S part it in selections', async () => {
    await desk.keyboard.press('r');
    await desk.getByText('6 actifs').waitFor();
    await desk.keyboard.press('s');
    await button(/^Fin sélection 1/).waitFor();
    await desk.keyboard.press('l');
    await button(/^Fin sélection 2/).waitFor();
    await desk.getByText('S2 en cours').waitFor();
    expect(await audit(desk)).toEqual([]);
    await desk.keyboard.press('s');
    await button(/^Sélection 3/).waitFor();
  });

  test('V shows the curves, F freezes them while the record goes on', async () => {
    await desk.keyboard.press('v');
    await desk.locator('canvas').first().waitFor();
    await desk.keyboard.press('f');
    await desk.getByText(/^Figé à/).waitFor();
    expect(await audit(desk)).toEqual([]);
    await desk.keyboard.press('f');
    await button(/^Figer/).waitFor();
    await desk.keyboard.press('v');
    await desk.getByRole('article').first().waitFor();
  });

  test('R stops at once, and the records have their selections', async () => {
    await desk.keyboard.press('r');
    const open = desk.getByRole('link', { name: /^Ouvrir/ }).first();
    await open.waitFor();
    await waitUntil('the newest record to have both', async () => {
      const { records } = await hub.client.call(api.listRecords, { body: { pageSize: 1 } });
      return records[0]?.selections.length === 2;
    });
  });

  test('the wall shows the figures, and Échap leaves it', async () => {
    await goTo(desk, `${hub.url}/realtime/display`);
    await desk.getByRole('listitem').first().waitFor();
    expect(await desk.getByRole('listitem').count()).toBe(6);
    expect(await audit(desk)).toEqual([]);
    await desk.keyboard.press('Escape');
    await desk.waitForURL('**/realtime');
  });
});

describe('on a phone, dark and in English', () => {
  test('one athlete fills a page, and nothing is wrong with it', async () => {
    await pocket.goto(`${hub.url}/realtime`);
    const tab = await openSecondTab(pocket.context(), hub.url);
    await showAs(pocket, tab, { theme: 'dark', language: 'en' });
    await pocket.getByRole('button', { name: 'One athlete' }).tap();
    await pocket.getByRole('timer').waitFor();
    expect(await audit(pocket)).toEqual([]);
  });

  test('in the rain nothing but holding answers', async () => {
    await pocket.getByRole('button', { name: 'Rain mode' }).tap();
    const rain = pocket.getByRole('dialog', { name: 'Rain mode' });
    await rain.waitFor();
    expect(await audit(pocket)).toEqual([]);
    await rain.getByRole('button', { name: /^Leave/ }).tap();
    expect(await rain.isVisible()).toBe(true);
  });
});

async function countRecords(): Promise<number> {
  return (await hub.client.call(api.listRecords, { body: { pageSize: 1 } })).total;
}
