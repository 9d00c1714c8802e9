import { fileURLToPath } from 'node:url';
import { api } from '@sillage/contract';
import { openBrowser, startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoContent, demoManagerMail } from '../src/demo.ts';
import { signInOnPage, watchPage } from './watch-page.ts';

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));
const number = 10200042;
const offlineSeconds = 60;

let hub: TestHub;
let browser: Browser;
beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!'), webRoot });
  await hub.plug([number]);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
});

/** s of the record, and when it was heard, of a message of the curves; undefined of all others. */
function recTimeIn(frame: string | Buffer): number | undefined {
  const found = /"app\/device\/data\/json\/all".*?"recTime":([\d.]+)/.exec(frame.toString());
  return found === null ? undefined : Number(found[1]);
}

test('a phone without network says so, and comes back by itself to what is so now: nothing was kept for it', async () => {
  const { page } = await watchPage(browser, {
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' },
  });
  /** By connection, of which a browser may still bring what it had received when the page gave it up. */
  const heard: { readonly recTime: number; readonly atMs: number; readonly connection: number }[] = [];
  let opened = 0;
  page.on('websocket', (socket) => {
    const connection = ++opened;
    socket.on('framereceived', ({ payload }) => {
      const recTime = recTimeIn(payload);
      if (recTime !== undefined) heard.push({ recTime, atMs: performance.now(), connection });
    });
  });
  await page.goto(hub.url);
  await signInOnPage(page, { mail: demoManagerMail, password: 'Manager-2026!' });
  await page.goto(`${hub.url}/realtime`);
  await page.getByRole('listitem').getByText('Prêt', { exact: true }).first().waitFor();
  const { client_id: clientId } = hub.user;
  const start = { feature: 'record', cmd_type: 'cmd_start' } as const;
  await hub.client.call(api.requestRpc, { params: { clientId, deviceNumber: number }, body: start });
  await waitUntil('curves of the record', () => heard.length > 20);

  await page.context().setOffline(true);
  const lost = page.getByText(/^Liaison temps réel perdue|^Pas de réponse après/);
  await lost.waitFor({ timeout: 15_000 });
  const cutMs = performance.now();
  const before = heard.length;
  await page.getByRole('listitem').getByText('Enregistrait', { exact: true }).waitFor();
  await page.waitForTimeout(offlineSeconds * 1000);
  expect(await lost.isVisible()).toBe(true);
  expect(heard.length).toBe(before);

  const last = heard.at(-1) ?? { recTime: 0, atMs: 0, connection: 0 };
  await page.context().setOffline(false);
  await lost.waitFor({ state: 'detached', timeout: 30_000 });
  const anew = () => heard.filter(({ connection }) => connection > last.connection);
  await waitUntil('curves again', () => anew().length > 20, 15);
  const again = anew();
  const late = heard.slice(before).filter(({ connection }) => connection === last.connection);
  expect(late.length, 'of the connection that was cut no more than was under way').toBeLessThan(20);
  const [first] = again;
  const passedSeconds = ((first?.atMs ?? 0) - last.atMs) / 1000;
  expect(passedSeconds).toBeGreaterThan(offlineSeconds);
  expect((first?.recTime ?? 0) - last.recTime, 'the first values are those of now').toBeGreaterThan(passedSeconds - 2);
  const paceSeconds = ((again.at(-1)?.atMs ?? 0) - (first?.atMs ?? 0)) / 1000;
  const recordedSeconds = (again.at(-1)?.recTime ?? 0) - (first?.recTime ?? 0);
  expect(recordedSeconds, 'they come as fast as they are measured, not a minute at once').toBeLessThan(paceSeconds + 1);
  expect(performance.now() - cutMs).toBeLessThan((offlineSeconds + 45) * 1000);
  await page.getByRole('listitem').getByText('Enregistre', { exact: true }).waitFor();
}, 180_000);
