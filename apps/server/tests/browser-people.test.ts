import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { api } from '@sillage/contract';
import { addPerson, openBrowser, startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInOnPage, type WatchedPage, watchPage } from './watch-page.ts';

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));
const fixture = fileURLToPath(
  new URL('../../../packages/testkit/fixtures/19_raw_device_file/recording.txt', import.meta.url),
);
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const manager = { mail: 'manon@club.test', password: 'Manager-2026!' };
const coach = { mail: 'colin@club.test', password: 'Coureur-2026!' };
const athlete = { firstname: 'Nil', lastname: 'Pagaie', mail: 'nil@club.test' };
const stranger = { firstname: 'Sasha', lastname: 'Lointain', mail: 'sasha@club.test' };

let hub: TestHub;
let browser: Browser;
let desk: WatchedPage;
let pocket: WatchedPage;
/** Of the athlete in a group that the new coach is not in. */
let strangerId: number;
let strangersRecord: number;

beforeAll(async () => {
  hub = await startTestHub({ webRoot });
  const client = await hub.client.call(api.createClient, { body: { name: 'club', display_name: 'Club Nautique' } });
  const person = { client_id: client.id };
  await addPerson(hub.client, { ...person, ...manager, firstname: 'Manon', lastname: 'Durand', role: 'Manager' });
  strangerId = await addPerson(hub.client, { ...person, ...stranger, role: 'Athlete' });
  await hub.client.call(api.createGroup, { body: { name: 'Juniors', client_id: client.id } });
  await hub.client.call(api.createGroup, { body: { name: 'Seniors', client_id: client.id, users: [strangerId] } });
  strangersRecord = await uploadFor(client.id, strangerId);
  browser = await openBrowser();
  desk = await watchPage(browser);
  pocket = await watchPage(browser, phone);
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
});

async function uploadFor(clientId: number, userId: number): Promise<number> {
  const file = { name: 'recording.txt', content: new Blob([Buffer.from(await readFile(fixture))]) };
  const body = { client_id: clientId, user_ids: [userId] };
  const { id } = await hub.client.call(api.uploadRecord, { body, file });
  await waitUntil('the upload to be decoded', async () => {
    const record = await hub.client.call(api.readRecord, { params: { id } });
    return record.decode_state === 'done';
  });
  return id;
}

/** Takes one of what a field searches on the server. */
async function pick(page: Page, form: Locator, label: string, wanted: string): Promise<void> {
  await form.getByLabel(label).click();
  await form.getByLabel(label).fill(wanted);
  await page.getByRole('option', { name: wanted, exact: true }).click();
  // Out of the field: its list closes.
  await page.keyboard.press('Tab');
}

/** What the page's own session gets of the API. */
async function statusOf(page: Page, path: string): Promise<number> {
  return (await page.request.get(`${hub.url}/api${path}`)).status();
}

/** A club on its first day with a new coach, in the order of the day: each test goes on where the one before left. */
describe('a new coach', () => {
  let link: string;

  test('is added by the manager, who gets the link to hand over', async () => {
    const { page } = desk;
    await page.goto(hub.url);
    await signInOnPage(page, manager);
    expect(await page.getByRole('link', { name: /Admin/ }).count()).toBe(0);
    await page.keyboard.press('3');
    await page.getByRole('link', { name: 'Gestion du club' }).click();
    await page.getByRole('heading', { name: 'Utilisateurs' }).waitFor();
    await page.getByRole('button', { name: 'Ajouter un utilisateur' }).click();
    const form = page.getByRole('dialog', { name: 'Ajouter un utilisateur' });
    await form.getByLabel('Prénom').fill('Colin');
    await form.getByLabel('Nom', { exact: true }).fill('Marchand');
    await form.getByLabel('E-mail').fill(coach.mail);
    await form.getByRole('button', { name: /Athlète/ }).press('Backspace');
    await pick(page, form, 'Rôles', 'Coach');
    await pick(page, form, 'Groupes', 'Juniors');
    await form.getByRole('button', { name: 'Ajouter', exact: true }).click();
    const invitation = page.getByRole('dialog', { name: 'Lien de mot de passe pour Colin Marchand' });
    await invitation.getByRole('button', { name: 'Créer le lien' }).click();
    link = (await invitation.locator('code').textContent()) ?? '';
    expect(link).toContain(`${hub.url}/login/reset-password/`);
    await invitation.getByRole('button', { name: 'Fermer' }).click();
    await page.getByRole('row', { name: /Marchand.*Coach.*Juniors.*En attente/ }).waitFor();
  });

  test('chooses a password on a phone and signs in, after the terms of use', async () => {
    const { page } = pocket;
    await page.goto(link);
    await page.getByLabel('Nouveau mot de passe', { exact: true }).fill(coach.password);
    await page.getByLabel('Confirmation').fill(coach.password);
    await page.getByRole('button', { name: 'Changer le mot de passe' }).tap();
    await page.waitForURL('**/login');
    await signInOnPage(page, coach);
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('finds the link spent', async () => {
    const { page } = await watchPage(browser, phone);
    await page.goto(link);
    await page.getByLabel('Nouveau mot de passe', { exact: true }).fill('Autre-2026!');
    await page.getByLabel('Confirmation').fill('Autre-2026!');
    await page.getByRole('button', { name: 'Changer le mot de passe' }).tap();
    await page.getByText(/lien/).first().waitFor();
    expect(new URL(page.url()).pathname).toContain('/login/reset-password/');
    await page.context().close();
  });

  test('adds an athlete, who is in the own group without a word', async () => {
    const { page } = pocket;
    await page.getByRole('link', { name: /Réglages/ }).tap();
    await page.getByRole('link', { name: 'Gestion du club' }).tap();
    await page.getByText('Aucun athlète').waitFor();
    await page.getByRole('button', { name: 'Ajouter un athlète' }).first().tap();
    const form = page.getByRole('dialog', { name: 'Ajouter un athlète' });
    await form.getByLabel('Prénom').fill(athlete.firstname);
    await form.getByLabel('Nom', { exact: true }).fill(athlete.lastname);
    await form.getByLabel('E-mail').fill(athlete.mail);
    expect(await form.getByLabel('Rôles').count()).toBe(0);
    await form.getByRole('button', { name: 'Ajouter', exact: true }).tap();
    await page.getByRole('button', { name: 'Plus tard' }).tap();
    await page.getByRole('listitem').filter({ hasText: 'Nil Pagaie' }).waitFor();
    const { items } = await hub.client.call(api.listUsers, { body: { search: athlete.mail } });
    expect(items).toMatchObject([{ roles: ['Athlete'], groups: [{ name: 'Juniors' }], client_name: 'Club Nautique' }]);
  });

  test('sees the own group’s people and records, and no others', async () => {
    const { page } = pocket;
    const [mine] = (await hub.client.call(api.listUsers, { body: { search: athlete.mail } })).items;
    if (mine === undefined) throw new Error('the athlete is not there');
    const record = await uploadFor(mine.client_id, mine.id);
    expect(await page.getByText(stranger.lastname).count()).toBe(0);
    await page.getByRole('link', { name: /Données/ }).tap();
    await page.getByText('Nil Pagaie').first().waitFor();
    expect(await page.getByText(stranger.lastname).count()).toBe(0);
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: 'Rechercher, lancer' });
    await search.fill('Pagaie');
    await page
      .getByRole('option', { name: /Nil Pagaie/ })
      .first()
      .waitFor();
    await search.fill(stranger.lastname);
    await page.getByText('Rien ne correspond').waitFor();
    await page.keyboard.press('Escape');
    expect(await statusOf(page, `/users/${mine.id}`)).toBe(200);
    expect(await statusOf(page, `/records/${record}`)).toBe(200);
    for (const path of [`/users/${strangerId}`, `/records/${strangersRecord}`]) {
      expect([path, await statusOf(page, path)]).toEqual([path, 404]);
    }
  });

  test('is sent away from the administration', async () => {
    const { page } = pocket;
    await page.goto(`${hub.url}/admin`);
    await page.waitForURL((url) => url.pathname === '/');
    expect(desk.problems).toEqual([]);
    expect(pocket.problems).toEqual([]);
  });
});
