import { fileURLToPath } from 'node:url';
import { api } from '@sillage/contract';
import { administrator, openBrowser, startTestHub, type TestHub } from '@sillage/testkit';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInOnPage, type WatchedPage, watchPage } from './watch-page.ts';

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));
const name = 'Pôle Voile Annecy';

let hub: TestHub;
let browser: Browser;
let desk: WatchedPage;
let page: Page;

beforeAll(async () => {
  hub = await startTestHub({ webRoot });
  browser = await openBrowser();
  desk = await watchPage(browser, { acceptDownloads: true });
  page = desk.page;
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
});

/** Opens a section of the administration; its total may stand beside its name. */
async function open(section: string): Promise<void> {
  const list = page.getByRole('navigation', { name: 'Tables d’administration' });
  await list.getByRole('link', { name: new RegExp(`^${section}\\s*\\d*$`) }).click();
}

/** Opens the form that adds a row. */
async function add(what: string): Promise<Locator> {
  await page.getByRole('button', { name: what }).first().click();
  return page.getByRole('dialog', { name: what });
}

const save = (form: Locator, verb = 'Ajouter') => form.getByRole('button', { name: verb, exact: true }).click();
/** In the header: whose data is on screen. */
const atWork = (called: string) =>
  page.getByRole('button', { name: `Client : ${called}. Changer de client`, exact: true });
const row = (text: string) => page.getByRole('row').filter({ hasText: text });

async function clientCalled(displayName: string) {
  const { items } = await hub.client.call(api.listClients, { body: {} });
  return items.find(({ display_name }) => display_name === displayName);
}

async function logoOf(id: number): Promise<Uint8Array> {
  return new Uint8Array((await hub.client.fetchBytes(api.readClientLogo, { params: { id } })).body);
}

/** A client's whole life, in order: each test goes on where the one before left. */
describe('an administrator', () => {
  let clientId: number;
  let logo: Uint8Array;
  let backup: string;

  test('adds a client with its logo, and works with it', async () => {
    await page.goto(hub.url);
    await signInOnPage(page, administrator);
    // Any picture: of the page.
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 96, height: 96 } });
    await page.keyboard.press('4');
    await page.waitForURL('**/admin');
    const form = await add('Ajouter un client');
    await form.getByLabel('Nom affiché').fill('Voile Annecy');
    await form.getByLabel('Nom court').fill('voile-annecy');
    await form.getByLabel('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
    await save(form);
    await row('Voile Annecy').locator('img').waitFor();
    await page.getByRole('button', { name: 'Travailler avec ce client : Voile Annecy' }).click();
    await atWork('Voile Annecy').waitFor();
    const made = await clientCalled('Voile Annecy');
    if (made === undefined) throw new Error('the client is not there');
    clientId = made.id;
    logo = await logoOf(clientId);
    expect(logo.slice(1, 4)).toEqual(new TextEncoder().encode('PNG'));
  });

  test('gives it a device, whose secret is shown once', async () => {
    await open('Capteurs');
    const form = await add('Ajouter un capteur');
    await form.getByLabel('Numéro').fill('42');
    await save(form);
    const secret = page.getByRole('dialog', { name: /Secret de/ });
    expect(((await secret.locator('code').textContent()) ?? '').length).toBeGreaterThan(15);
    await secret.getByRole('button', { name: 'C’est noté' }).click();
    await row('10200042').waitFor();
  });

  test('gives it a hub and a configuration', async () => {
    await open('Mallettes');
    const hubForm = await add('Ajouter une mallette');
    await hubForm.getByLabel('ID').fill('7');
    await hubForm.getByLabel('Nom', { exact: true }).fill('Ponton');
    await save(hubForm);
    await row('Ponton').waitFor();
    await open('Configurations');
    const form = await add('Ajouter une configuration');
    await form.getByLabel('Nom', { exact: true }).fill('Régate');
    await save(form);
    await row('Régate').waitFor();
  });

  test('renames it, everywhere on screen', async () => {
    await open('Clients');
    await page.getByRole('button', { name: 'Modifier : Voile Annecy' }).click();
    const form = page.getByRole('dialog', { name: 'Modifier Voile Annecy' });
    await form.getByLabel('Nom affiché').fill(name);
    await save(form, 'Enregistrer');
    await row(name).waitFor();
    await atWork(name).waitFor();
  });

  test('backs it up: the file comes by itself', async () => {
    await open('Sauvegardes');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Lancer la sauvegarde' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^sillage-backup-.+\.zip$/);
    backup = await file.path();
  });

  test('deletes it, after reading what is lost', async () => {
    await open('Clients');
    await page.getByRole('button', { name: `Plus d’actions pour ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Supprimer…' }).click();
    const question = page.getByRole('alertdialog', { name: `Supprimer ${name} ?` });
    for (const lost of ['1 capteur', '1 configuration']) await question.getByText(`Perdu : ${lost}`).waitFor();
    const deleted = await clientCalled(name);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'GET') asked.push(new URL(request.url()).pathname);
    });
    await question.getByRole('button', { name: 'Supprimer le client' }).click();
    await question.waitFor({ state: 'detached' });
    expect(asked).not.toContain(`/api/clients/${deleted?.id}`);
    expect(await row(name).count()).toBe(0);
    expect(await atWork(name).count()).toBe(0);
    expect(await clientCalled(name)).toBeUndefined();
  });

  test('undoes that by a restore: all is there again, the logo too', async () => {
    await open('Sauvegardes');
    await page.getByLabel('Sauvegarde', { exact: true }).setInputFiles(backup);
    await page.getByRole('button', { name: 'Restaurer…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restaurer' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: /Restauration.*Terminée/ })
      .first()
      .waitFor();
    await open('Clients');
    await row(name).locator('img').waitFor();
    const restored = await clientCalled(name);
    if (restored === undefined) throw new Error('the client was not restored');
    expect(await logoOf(restored.id)).toEqual(logo);
    await page.getByRole('button', { name: `Travailler avec ce client : ${name}` }).click();
    await open('Capteurs');
    await row('10200042').waitFor();
    await open('Configurations');
    await row('Régate').waitFor();
    await open('Mallettes');
    await row('Ponton').waitFor();
    expect(desk.problems).toEqual([]);
  });
});
