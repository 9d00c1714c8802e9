import { api } from '@sillage/contract';
import { administrator, openBrowser, waitUntil } from '@sillage/testkit';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInOnPage, type WatchedPage, watchPage } from '../watch-page.ts';
import { club, openTestPair, type TestPair } from './open-test-pair.ts';

let pair: TestPair;
let browser: Browser;
let onHub: WatchedPage;
let onCloud: WatchedPage;
/** Two programs, a browser and whatever else runs share the machine. */
const patienceSeconds = 120;

beforeAll(async () => {
  pair = await openTestPair(() => 1, 1);
  pair.link.heal();
  const cloud = pair.program('cloud').client;
  const made = await cloud.call(api.createClient, { body: { name: club, display_name: 'Club' } });
  await cloud.call(api.createHub, {
    body: { number: 7, name: 'Hangar', allclients: false, client_ids: [made.id] },
  });
  browser = await openBrowser();
  [onHub, onCloud] = [await watchPage(browser), await watchPage(browser)];
  await onCloud.page.goto(pair.program('cloud').url);
  await signInOnPage(onCloud.page, administrator);
  await onHub.page.goto(pair.program('hub').url);
  await signInOnPage(onHub.page, administrator);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await pair?.close();
});

const at = (side: 'hub' | 'cloud', path: string) => `${pair.program(side).url}${path}`;
const exchange = () => pair.program('hub').client.call(api.syncNow);

test('an administrator gives a hub its code in the cloud, and links the hub with it', async () => {
  const [cloud, hub] = [onCloud.page, onHub.page];
  // Without a cloud nothing is sent or brought back, and who sees records is told so.
  const { client } = pair.program('hub');
  const linkOf = async () => (await client.call(api.readLedger, { query: { pageSize: 1 } })).link;
  expect(await linkOf()).toMatchObject({ state: 'none' });
  const body = { record_ids: [1] };
  await expect(client.call(api.sendRecords, { body })).rejects.toMatchObject({ status: 409 });
  await expect(client.call(api.fetchRecords, { body })).rejects.toMatchObject({ status: 409 });
  await cloud.goto(at('cloud', '/admin/hubs'));
  await cloud.getByRole('button', { name: 'Donner un code' }).click();
  const shown = cloud.getByRole('dialog', { name: 'Code de Hangar' });
  const code = (await shown.locator('code').textContent()) ?? '';
  await shown.getByRole('button', { name: 'J’ai noté le code' }).click();

  await hub.goto(at('hub', '/sync'));
  await hub.getByText('Cette mallette n’est reliée à aucun cloud').waitFor();
  await hub.getByRole('link', { name: 'La relier' }).click();
  await hub.getByLabel('Adresse du cloud').fill('http://127.0.0.1:9');
  await hub.getByLabel('Code de la mallette').fill(code);
  await hub.getByRole('button', { name: 'Relier', exact: true }).click();
  await hub.getByText('Personne ne répond à cette adresse').waitFor();
  // SHOT checks
  await hub.getByLabel('Adresse du cloud').fill(pair.link.url);
  await hub.getByLabel('Code de la mallette').fill(`${code}x`);
  await hub.getByRole('button', { name: 'Relier', exact: true }).click();
  await hub.getByLabel('Code de la mallette').fill(code);
  await hub.getByRole('button', { name: 'Relier', exact: true }).click();
  await hub.getByText('Le cloud connaît cette mallette comme «\u00a0Hangar\u00a0», n°\u00a07.').waitFor();
  // SHOT found
  await hub.getByRole('button', { name: 'Relier cette mallette' }).click();
  await hub.getByText(`Reliée à ${pair.link.url}`).waitFor();
  // The card says so as soon as the link is kept; the names come with the first exchange.
  await waitUntil(
    'the number and the name of the cloud',
    async () => {
      const { number, name } = await pair.program('hub').client.call(api.readCurrentHub);
      return number === 7 && name === 'Hangar' ? true : undefined;
    },
    patienceSeconds,
  );
  await hub.getByRole('switch', { name: 'Envoyer les enregistrements' }).waitFor();
  await cloud.reload();
  await cloud.getByText('Reliée', { exact: true }).waitFor();
  expect(await linkOf()).toMatchObject({ state: 'ok' });
}, 180_000);

test('a record is sent from the ledger, which says then that it is on both, and by which hash', async () => {
  const hub = onHub.page;
  const clientId = await waitUntil(
    'the club on the hub',
    async () => {
      await exchange();
      return pair.clubOn('hub').catch(() => undefined);
    },
    patienceSeconds,
  );
  const file = { content: new Blob(['T (s),v\n0,1\n0.01,2\n0.02,4\n']), name: 'trace.csv' };
  await pair.program('hub').client.call(api.uploadRecord, { body: { client_id: clientId }, file });
  await hub.goto(at('hub', '/sync'));
  const row = hub.getByRole('row', { name: /trace/ });
  await row.getByText('Mallette').waitFor();
  await row.getByRole('button', { name: 'Envoyer' }).click();
  await exchange();
  await row.getByText('Les deux').waitFor({ timeout: 1000 * patienceSeconds });
  expect(await row.getByTitle('Copier l’empreinte SHA-256').textContent()).toMatch(/^[0-9a-f]{4}…[0-9a-f]{4}$/);
  await row.getByRole('button', { name: 'Renvoyer' }).waitFor();
}, 300_000);

test('room is made on the hub for what the cloud confirms, and a press brings it back', async () => {
  const hub = onHub.page;
  const row = hub.getByRole('row', { name: /trace/ });
  await hub.getByRole('button', { name: 'Libérer de la place…' }).click();
  const asked = hub.getByRole('dialog', { name: 'Libérer de la place\u00a0?' });
  await asked.getByText('Gardés, récents, favoris ou incomplets').waitFor();
  expect(await asked.getByRole('button', { name: /^Libérer / }).isDisabled()).toBe(true);
  // SHOT free
  await asked.getByRole('button', { name: 'Aucun' }).click();
  await asked.getByRole('button', { name: /^Libérer / }).click();
  await row.getByRole('button', { name: 'Faire revenir' }).waitFor({ timeout: 1000 * patienceSeconds });
  await row.getByText('Cloud, pas ici').waitFor();
  await hub.getByRole('button', { name: /^Les deux/ }).click();
  await hub.getByText('Aucun enregistrement ne correspond').waitFor();
  await hub.getByRole('button', { name: /^Pas ici/ }).click();
  await hub.getByRole('searchbox').fill('TRAC');
  await row.getByRole('checkbox').check();
  // SHOT freed
  await hub.getByRole('button', { name: 'Faire revenir (1)' }).click();
  await hub.getByRole('button', { name: /^Tout/ }).click();
  await row.getByText('Les deux').waitFor({ timeout: 1000 * patienceSeconds });
}, 300_000);

test('a metered link and the rate of originals are set beside the link', async () => {
  const hub = onHub.page;
  await hub.goto(at('hub', '/settings/admin'));
  await hub.getByRole('switch', { name: 'Liaison comptée' }).click();
  await hub.getByRole('combobox', { name: 'Débit des originaux' }).click();
  await hub.getByRole('option', { name: '500\u00a0ko/s' }).click();
  await hub.getByRole('combobox', { name: 'Débit des originaux' }).getByText('500\u00a0ko/s').waitFor();
  // SHOT rules
  const link = await waitUntil('the rules to be kept', async () => {
    const said = await pair.program('hub').client.call(api.readSyncLink);
    return said.most_kilobytes_per_second === null ? undefined : said;
  });
  expect(link).toMatchObject({ metered: true, most_kilobytes_per_second: 500 });
}, 60_000);

test('what both sides wrote without seeing each other is shown side by side, and chosen by a press', async () => {
  const [hub, cloud] = [pair.program('hub').client, pair.program('cloud').client];
  const recordOn = async (side: 'hub' | 'cloud') => {
    const body = { clientIds: [await pair.clubOn(side)], pageSize: -1 };
    return (await pair.program(side).client.call(api.listRecords, { body })).records[0];
  };
  const ids = await waitUntil(
    'the record in the cloud',
    async () => {
      await exchange();
      const [here, there] = [await recordOn('hub'), await recordOn('cloud')];
      return here && there ? { hub: here.id, cloud: there.id } : undefined;
    },
    patienceSeconds,
  );
  await Promise.all([
    hub.call(api.editRecord, { params: { id: ids.hub }, body: { comment: 'gêne à l’épaule' } }),
    cloud.call(api.editRecord, { params: { id: ids.cloud }, body: { comment: 'séance régulière' } }),
  ]);
  await waitUntil(
    'the conflict',
    async () => {
      await exchange();
      return (await hub.call(api.listSyncConflicts)).total + (await cloud.call(api.listSyncConflicts)).total > 0;
    },
    patienceSeconds,
  );
  const side = (await hub.call(api.listSyncConflicts)).total > 0 ? 'hub' : 'cloud';
  const { page } = side === 'hub' ? onHub : onCloud;
  const { items } = await pair.program(side).client.call(api.listSyncConflicts);
  await page.goto(at(side, '/sync'));
  await page.getByRole('tab', { name: /Conflits/ }).click();
  await page.getByText('gêne à l’épaule').waitFor();
  await page.getByText('séance régulière').waitFor();
  // SHOT conflict
  await page.getByRole('button', { name: /^Choisir ce qui vient de/ }).click();
  await page.getByText('Rien à choisir').waitFor();
  const untilBothSay = (what: string, comment: unknown) =>
    waitUntil(
      what,
      async () => {
        await exchange();
        const said = await Promise.all([recordOn('hub'), recordOn('cloud')]);
        return said.every((record) => record?.comment === comment);
      },
      patienceSeconds,
    );
  await untilBothSay('the choice on both sides', items[0]?.lost.value);
  await page.getByText('Déjà tranché').waitFor();
  // SHOT settled
  await page.getByRole('button', { name: 'Rétablir' }).first().click();
  await untilBothSay('what lost on both sides', items[0]?.kept.value);
  // The wrong code was refused.
  expect(onHub.problems).toEqual([expect.stringContaining('422')]);
  expect(onCloud.problems).toEqual([]);
}, 300_000);
