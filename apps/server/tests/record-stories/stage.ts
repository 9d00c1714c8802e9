import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type ApiClient, createClient, memoryTokens, openSession } from '@sillage/client';
import { api, type Record as SillageRecord } from '@sillage/contract';
import type { DemoContent } from '@sillage/server';
import { openBrowser, startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { demoCoachMail, demoContent } from '../../src/demo.ts';
import { goTo, type WatchedPage, watchPage } from '../watch-page.ts';

const webRoot = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const fixtures = new URL('../../../../packages/testkit/fixtures/', import.meta.url);
const coach = { mail: demoCoachMail, password: 'Coach-2026!' };
/** ms; far beyond what anything takes alone: other files run beside. */
const patienceMs = 90_000;
const touch = { hasTouch: true, isMobile: true };

/** Files of the testkit that the stories send. */
export const files = {
  device: '19_raw_device_file/recording.txt',
  ride: '09_cycling_power/Edge810-Vector-2013-08-16-15-35-10.fit',
  walk: '15_gps_gpx/cerknicko-jezero.gpx',
  rower: '10_rowing_nk_rp3/Speedcoach2example.csv',
  jump: '16_signal_processing/GRFZjump.txt',
  pendulum: '18_pendulum_video/pendulum.csv',
  gyro: '14_imu_orientation_broad/sync_A_gyro.csv',
  optical: '14_imu_orientation_broad/sync_B_optical.csv',
  golf: '17_golf_swing_imu/imu_20260112_171520.csv',
} as const;
type FileName = keyof typeof files;
export const pathOf = (name: FileName): string => fileURLToPath(new URL(files[name], fixtures));

/** One coach with four screens, each of which looks otherwise: what the stories of the records happen on. */
export interface Stage {
  readonly hub: TestHub;
  readonly coach: ApiClient;
  /** Mouse and keyboard: light, French, 1440 × 900. */
  readonly desk: Page;
  /** Touch and keyboard: dark, English, 1180 × 820. */
  readonly tablet: Page;
  /** Touch: dark, French, 390 × 844. */
  readonly phone: Page;
  /** Mouse: light, English, 1440 × 900. */
  readonly guest: Page;
  /** What the pages complained about. */
  problems(): readonly string[];
  /** A file of the testkit as a record that can be read. */
  record(name: FileName): Promise<SillageRecord>;
  readable(id: number): Promise<SillageRecord>;
  /** Opens a record, until its curves are there. */
  open(page: Page, id: number, query?: string): Promise<void>;
  /** Opens the list. */
  list(page: Page): Promise<void>;
  stop(): Promise<void>;
}

/** @param besides recordings of the demo's athletes that the content of every stage lacks */
export async function openStage(besides: DemoContent['recordings'] = []): Promise<Stage> {
  const content = demoContent(coach.password, 'Manager-2026!');
  const demo = { ...content, recordings: [...content.recordings, ...besides] };
  const hub = await startTestHub({ demo, webRoot });
  const client = createClient({ baseUrl: `${hub.url}/api`, tokens: memoryTokens() });
  await openSession(client, coach);
  const browser = await openBrowser();
  const [desk, tablet, phone, guest] = await Promise.all([
    openScreen(browser, hub.url, 'light fr', {}),
    openScreen(browser, hub.url, 'dark en', { viewport: { width: 1180, height: 820 }, locale: 'en-GB', ...touch }),
    openScreen(browser, hub.url, 'dark fr', { viewport: { width: 390, height: 844 }, ...touch }),
    openScreen(browser, hub.url, 'light en', { locale: 'en-GB' }),
  ]);
  const readable = (id: number) =>
    waitUntil(
      `record ${id} to be readable`,
      async () => {
        const record = await client.call(api.readRecord, { params: { id } });
        return record.decode_state === 'done' && record;
      },
      patienceMs / 1000,
    );
  for (const { page } of [desk, tablet, phone, guest]) page.setDefaultTimeout(patienceMs);
  return {
    hub,
    coach: client,
    desk: desk.page,
    tablet: tablet.page,
    phone: phone.page,
    guest: guest.page,
    problems: () => [desk, tablet, phone, guest].flatMap(({ problems }) => problems),
    readable,
    async record(name) {
      const file = { name: files[name].replace(/^.*\//, ''), content: new Blob([await readFile(pathOf(name))]) };
      const body = name === 'jump' ? { rate: 1000, again: true } : { again: true };
      const { id } = await client.call(api.uploadRecord, { body, file });
      return readable(id);
    },
    async open(page, id, query = '') {
      await goTo(page, `${hub.url}/records/${id}${query}`);
      await page.locator('.uplot canvas').first().waitFor();
    },
    async list(page) {
      await goTo(page, hub.url);
      await page.getByRole('row').or(page.getByRole('listitem')).first().waitFor();
    },
    async stop() {
      await browser.close();
      await hub.stop();
    },
  };
}

/** A screen on which the coach has signed in before. */
async function openScreen(
  browser: Browser,
  url: string,
  appearance: string,
  options: BrowserContextOptions,
): Promise<WatchedPage> {
  const tokens = memoryTokens();
  const { user } = await openSession(createClient({ baseUrl: `${url}/api`, tokens }), coach);
  const kept = JSON.stringify({ tokens: tokens.read(), user, keptAt: Date.now() });
  const watched = await watchPage(browser, { acceptDownloads: true, reducedMotion: 'reduce', ...options });
  await watched.page.addInitScript(
    ([session, look]) => {
      if (localStorage.getItem('sillage.session') !== null) return;
      localStorage.setItem('sillage.session', session);
      localStorage.setItem('sillage.appearance', look);
    },
    [kept, appearance] as const,
  );
  return watched;
}

export const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name });
export const dialog = (page: Page, name?: string | RegExp) =>
  page.getByRole('dialog', name === undefined ? {} : { name });

/** Picks one of what a field with a list offers. */
export async function pick(page: Page, field: Locator, option: string | RegExp): Promise<void> {
  await field.click();
  await page.getByRole('option', { name: option }).first().click();
}

/** Puts two fingers on a place and draws them apart by a factor, or together. */
export async function pinch(page: Page, place: Locator, factor: number): Promise<void> {
  const box = await place.boundingBox();
  if (box === null) throw new Error('nothing to pinch');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const fingers = (apart: number) => [
    { x: x - apart, y, id: 1 },
    { x: x + apart, y, id: 2 },
  ];
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: apart === undefined ? [] : fingers(apart) });
  await send('touchStart', 40);
  for (const step of [0.25, 0.5, 0.75, 1]) await send('touchMove', 40 * (1 + (factor - 1) * step));
  await send('touchEnd');
  await session.detach();
}
