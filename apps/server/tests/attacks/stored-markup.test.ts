import { fileURLToPath } from 'node:url';
import { api, type Endpoint } from '@sillage/contract';
import { openTestSmtp, type TestSmtp } from '@sillage/server/platform/mail/testing';
import { administrator, openBrowser, signIn, startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoContent } from '../../src/demo.ts';
import { goTo } from '../watch-page.ts';
import { ask } from './ask-past-the-client.ts';
import { fillWithMarkup, markups } from './fill-with-markup.ts';

const webRoot = fileURLToPath(new URL('../../../web/dist', import.meta.url));

let hub: TestHub;
let smtp: TestSmtp;
let browser: Browser;
let page: Page;
let headers: { authorization: string };
let recordId = 0;
const problems: string[] = [];
const notStored: string[] = [];

/** Signatures are base64; without one the server signs by itself. */
const unsigned = { signature: undefined, public_key: undefined };

/** What of an entity is no free text, by endpoint; everything else is filled from the contract. */
function exceptions(n: number): readonly [Endpoint, Record<string, unknown>][] {
  return [
    [
      api.createUser,
      { mail: `markup${n}@x.test`, password: undefined, roles: ['Athlete'], client_id: undefined, groups: undefined },
    ],
    [api.createClient, { timezone: undefined }],
    [api.createGroup, {}],
    [api.createExercise, {}],
    [api.createSport, { name: `markup-${n}` }],
    [api.createDevice, { type: 'maxi', serial: 7000 + n, version: undefined, manager_comment: undefined }],
    [api.createHub, { number: 7000 + n, timezone: undefined }],
    [api.createModule, { version: '1.0.0' }],
    [api.createMecaSensor, { calibrated_date: undefined }],
    [api.createConfig, { config: JSON.stringify({ modules: {}, note: markups[n] }) }],
    [api.createSensor, { parameters: undefined, config: JSON.stringify({ modules: {}, note: markups[n] }) }],
    [api.createCloudUrl, { url: `https://cloud.test/${n}?q=%3Cscript%3E` }],
    [api.createHardwareRelease, { version: '1.0.0', hardware_version: undefined, ...unsigned }],
    [api.createDeviceRelease, { version: `1.0.${n}`, target: 'maxi', hardware_version: undefined, ...unsigned }],
  ];
}

async function send(endpoint: Endpoint, path: string, body: object, file?: string): Promise<{ id: number }> {
  const form = new FormData();
  form.append('data', JSON.stringify(body));
  if (file !== undefined) form.append('file', new Blob([`T,a\n0,1\n0.01,2\n0.02,${Math.random()}\n`]), file);
  const sent = file === undefined ? body : form;
  const answer = await ask(hub, path, { method: endpoint.method, body: sent, headers });
  if (answer.status >= 300) notStored.push(`${endpoint.name}: ${answer.text}`);
  return answer.text === '' ? { id: 0 } : JSON.parse(answer.text);
}

/** Every text field of every entity, with every markup. */
async function storeMarkup(): Promise<void> {
  for (const [n, markup] of markups.entries()) {
    for (const [endpoint, given] of exceptions(n)) {
      const file = endpoint.name.endsWith('Release') ? `${markup.replaceAll('/', '')}.bin` : undefined;
      await send(endpoint, endpoint.path, fillWithMarkup(endpoint.body, markup, given), file);
    }
    const own = `/cookies/User/${hub.user.id}?cookie_name=markup::stored::text${n}`;
    const description = fillWithMarkup(api.createParameter.body, markup, { type: 'string', default: markup });
    await send(api.createParameter, own, description);
    await send(api.createApiKey, '/api_keys', { name: markup, access: 'read' });
    await send(api.writeFrontLog, '/front/logs', { level: 'error', message: markup, meta: { [markup]: markup } });
    const { id } = await send(api.uploadRecord, '/records', { comment: markup }, `${markup.replaceAll('/', '')}.csv`);
    await waitUntil('the record to be decoded', async () => {
      const { decode_state } = await hub.client.call(api.readRecord, { params: { id } });
      return decode_state === 'done';
    });
    const { items } = await hub.client.call(api.listUsers, { body: { search: `markup${n}@` } });
    const athletes = items.map((person) => person.id);
    const edit = { comment: markup, exercise_name: markup, user_ids: athletes };
    await send(api.editRecord, `/records/${id}`, edit);
    await send(api.createSelection, `/records/${id}/selections`, {
      t0: 0,
      t1: 0.01,
      exercise: markup,
      comment: markup,
    });
    if (n === 0) recordId = id;
  }
  const [markup] = markups;
  const texts = { fr: markups.join('\n\n'), en: markups.join('\n\n') };
  await hub.client.call(api.editServerSettings, { body: { name: markup, terms: texts, notice: texts } });
  await hub.client.call(api.editAccount, { body: { firstname: markup, lastname: markups[4], show_terms: true } });
  const external = { enabled: false, user: markup };
  await hub.client.call(api.setExternalAccount, { params: { provider: 'nolio' }, body: external });
}

beforeAll(async () => {
  smtp = await openTestSmtp();
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!'), webRoot, smtpUrl: smtp.url });
  headers = { authorization: (await signIn(hub.url, administrator)).authorization };
  await storeMarkup();
  browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1600, height: 1000 }, locale: 'fr-FR' });
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await watch(page);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await smtp?.close();
});

async function watch(watched: Page): Promise<void> {
  await watched.addInitScript(() => {
    // The validation library tries once whether it may compile, which the policy reports; any other try is an attack.
    Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`refused by the policy: ${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  watched.on('dialog', (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  watched.on('pageerror', (error) => problems.push(error.message));
  watched.on('console', (message) => {
    if (/policy/i.test(message.text())) problems.push(message.text());
  });
}

/** Runs in the page: elements that the markup would have made. */
function countInjected(): number {
  const injected =
    'img[src="x"], [onerror], [onload], a[href^="javascript:" i], iframe, svg[onload], script:not([src])';
  return document.querySelectorAll(injected).length;
}

async function expectHarmless(where: string): Promise<void> {
  expect.soft({ where, injected: await page.evaluate(countInjected), problems }).toEqual({
    where,
    injected: 0,
    problems: [],
  });
}

async function open(path: string): Promise<void> {
  await goTo(page, `${hub.url}${path}`);
  // the frame hears the keys; a screen without it has a main part, too
  await page.getByRole('navigation', { name: 'Navigation principale' }).waitFor();
  await page.getByRole('main').waitFor();
}

const shown = (text: string) => page.getByText(text, { exact: false }).first();

test('every text field takes the markup', () => expect(notStored).toEqual([]));

describe('markup that is stored is text on every screen', () => {
  test('in the terms before a session opens', async () => {
    await page.goto(hub.url);
    await page.getByLabel('E-mail').fill(administrator.mail);
    await page.getByLabel('Mot de passe', { exact: true }).fill(administrator.password);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await page.getByRole('dialog', { name: 'Conditions d’utilisation' }).waitFor();
    for (const markup of markups) await shown(markup).waitFor();
    await expectHarmless('terms');
    await page.getByRole('button', { name: 'Accepter et continuer' }).click();
    await page.getByRole('link', { name: /Temps réel/ }).waitFor();
  });

  test.each([
    'clients',
    'users',
    'groups',
    'sports',
    'exercises',
    'devices',
    'hubs',
    'modules',
    'mecaSensors',
    'sensors',
    'deviceReleases',
    'hardwareReleases',
    'configs',
  ])('in the administration: %s, its rows and its form', async (section) => {
    await open(`/admin/${section}`);
    await page.getByRole('row').nth(1).waitFor();
    // A page has ten rows; those with markup are found by what only they have.
    const search = page.getByRole('searchbox').first();
    if (!section.endsWith('Releases') && !['sports', 'users'].includes(section)) {
      for (const markup of markups) {
        await search.fill(markup);
        await page.getByRole('cell').getByText(markup).first().waitFor();
      }
      await expectHarmless(`${section} rows`);
      await search.fill(markups[0]);
      await page.getByRole('cell').getByText(markups[0]).first().waitFor();
    }
    await page
      .getByRole('button', { name: /^Modifier/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    await expectHarmless(`${section} form`);
  });

  test.each(['tasks', 'backup', 'currentClient'])('in the administration: %s', async (section) => {
    await open(`/admin/${section}`);
    await page.waitForLoadState('networkidle');
    await expectHarmless(section);
  });

  test.each(['general', 'account', 'admin', 'configuration', 'sensors', 'logs'])(
    'in the settings: %s',
    async (section) => {
      await open(`/settings/${section}`);
      await page.waitForLoadState('networkidle');
      await expectHarmless(section);
    },
  );

  test('in the own keys', async () => {
    await open('/settings/account');
    for (const markup of markups) await shown(markup).waitFor();
    await expectHarmless('keys');
  });

  test.each(['notice', 'terms', 'versions'])('about: %s', async (section) => {
    await open(`/about/${section}`);
    if (section !== 'versions') for (const markup of markups) await shown(markup).waitFor();
    await expectHarmless(section);
  });

  test('in the lists of records, a record and its selections', async () => {
    await open('/');
    for (const markup of markups) await shown(markup).waitFor();
    await expectHarmless('records');
    await open(`/records/${recordId}`);
    await page.locator('canvas').first().waitFor();
    await shown(markups[0]).waitFor();
    await expectHarmless('a record');
  });

  test('in realtime, the palette and the menus', async () => {
    await open('/realtime');
    await page.waitForLoadState('networkidle');
    await expectHarmless('realtime');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('<img src=x');
    await page
      .getByRole('option', { name: /<img src=x onerror/ })
      .first()
      .waitFor();
    await expectHarmless('the palette');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu de l’utilisateur' }).click();
    await page.getByRole('menu').waitFor();
    await expectHarmless('the user menu');
  });

  test('in a mail, opened as a page without any policy', async () => {
    const before = smtp.mails.length;
    await hub.client.call(api.askPasswordMail, { body: { email: administrator.mail } });
    await waitUntil('the mail', () => smtp.mails.length > before);
    const body = smtp.mails.at(-1)?.body ?? '';
    const mail = await browser.newPage();
    await watch(mail);
    await mail.setContent(body.slice(body.indexOf('<!doctype')));
    await mail.getByText(markups[0]).first().waitFor();
    expect(await mail.evaluate(countInjected)).toBe(0);
    expect(problems).toEqual([]);
    await mail.close();
  });
});

test('the watching of this test sees what a page without a policy would do', async () => {
  const naive = await browser.newPage();
  await watch(naive);
  const before = problems.length;
  await naive.setContent(`<p>${markups[0]}</p>`);
  await waitUntil('the dialog', () => problems.length > before);
  expect(await naive.evaluate(countInjected)).toBe(1);
  expect(problems.splice(before)).toEqual(['a dialog: 1']);
  await naive.close();
});
