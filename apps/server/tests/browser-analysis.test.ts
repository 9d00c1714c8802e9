import { api } from '@sillage/contract';
import { waitUntil } from '@sillage/testkit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoJumps } from '../src/demo.ts';
import { audit } from './audit-page.ts';
import { button, openStage, type Stage } from './record-stories/stage.ts';
import { goTo } from './watch-page.ts';

/** One athlete over three tests, the others on the day of the last one: decoding is what takes longest. */
const history = demoJumps().filter(({ athlete, daysAgo = 0 }) => athlete?.startsWith('ines') || daysAgo < 1);
/** s; other files keep the processor busy. */
const patience = 240;

let stage: Stage;
let athlete: number;
let jump: number;

beforeAll(
  async () => {
    stage = await openStage(history);
    const { items } = await stage.coach.call(api.listUsers, { body: { pageSize: -1 } });
    const trialsOf = async (id: number) =>
      (await stage.coach.call(api.readAthleteHistory, { params: { id }, query: {} })).trials;
    for (const { mail, id } of items) {
      const count = history.filter((jump) => jump.athlete === mail).length;
      if (count === 0) continue;
      await waitUntil(`the jumps of ${mail}`, async () => (await trialsOf(id)).length >= count, patience);
      if (mail.startsWith('ines')) athlete = id;
    }
    jump = (await trialsOf(athlete)).at(-1)?.record_id ?? 0;
  },
  2 * patience * 1000,
);
afterAll(() => stage?.stop());

/** The panel is remembered: it may be open. */
async function openAnalysis(page: Page): Promise<void> {
  await stage.open(page, jump);
  const tab = page.getByRole('tab', { name: 'Analyse' });
  const sheet = button(page, 'Fiche').first();
  await tab.or(sheet).first().waitFor();
  if ((await tab.count()) === 0) await sheet.click();
  await tab.click();
  await button(page, /^Hauteur \(impulsion\)/).waitFor();
}

describe('with the history of the demo', () => {
  test('I explain a number by its formula, its window and its samples, move an edge and the number follows', async () => {
    const { desk } = stage;
    await openAnalysis(desk);
    const height = button(desk, /^Hauteur \(impulsion\)/);
    const before = await height.textContent();
    await height.click();
    await desk.getByText('h = v² ÷ (2·g)').waitFor();
    await desk.getByText(/échantillons à 1\s000 Hz/).waitFor();
    expect(await audit(desk)).toEqual([]);
    const grip = desk.getByRole('slider', { name: 'Borne Décollage' });
    await grip.focus();
    for (let i = 0; i < 3; i++) await grip.press('Shift+ArrowLeft');
    await desk.getByText(/à la main, [-−]30 ms/).waitFor();
    await waitUntil('another height', async () => (await height.textContent()) !== before);
    await desk.getByText(/Décollage, déplacé à la main\s: par vous, pas encore gardé \(règle\s: /).waitFor();
    await desk.getByText(/Sans déplacement, ce nombre vaudrait \d/).waitFor();
    expect(await audit(desk)).toEqual([]);
    await button(desk, 'Garder ce résultat').click();
    await desk.getByText(/Décollage, déplacé à la main\s: Hélène Garnier, .* \(règle\s: /).waitFor();
    await grip.press('r');
    await waitUntil('the height of the rule', async () => (await height.textContent()) === before);
    await height.focus();
    await height.press('Escape');
    expect(await height.getAttribute('aria-expanded')).toBe('false');
  });

  test('on a phone I choose a number above the curves, and it is explained under them', async () => {
    const { phone } = stage;
    await stage.open(phone, jump);
    await phone.getByRole('tab', { name: 'Analyse' }).tap();
    await button(phone, /^Hauteur \(impulsion\)/).waitFor();
    await phone.getByRole('tab', { name: 'Courbes' }).tap();
    await button(phone, /^RSI modifié/).tap();
    const explanation = phone.getByRole('region', { name: 'Explication de RSI modifié' });
    await explanation.getByText('Ebben & Petushek 2010').waitFor();
    await phone.getByRole('slider', { name: 'Borne Point bas' }).waitFor();
    expect(await audit(phone)).toEqual([]);
    await explanation.getByRole('button', { name: 'Toute l’explication' }).tap();
    await explanation.getByRole('button', { name: 'Toute l’explication', expanded: true }).waitFor();
    await explanation.getByRole('button', { name: 'Fermer l’explication' }).tap();
    await explanation.waitFor({ state: 'detached' });
  });

  test('I see how an athlete changes over three tests', async () => {
    for (const page of [stage.desk, stage.phone]) {
      await goTo(page, `${stage.hub.url}/athletes/${athlete}`);
      await page.getByText('Hauteur (impulsion)').first().waitFor();
      await page
        .getByText(/^3 séances/)
        .first()
        .waitFor();
      expect(await audit(page)).toEqual([]);
    }
  });

  test('I see the team, each against the own reference', async () => {
    for (const page of [stage.tablet, stage.phone]) {
      await goTo(page, `${stage.hub.url}/team?analysis=cmj`);
      await page.getByText('Marchetti').first().waitFor();
      await page
        .getByText(/^3 (of|sur) 3$/)
        .first()
        .waitFor();
      expect(await audit(page)).toEqual([]);
    }
  });

  test('no page complained', () => {
    expect(stage.problems()).toEqual([]);
  });
});
