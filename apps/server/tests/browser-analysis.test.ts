import { api } from '@sillage/contract';
import { waitUntil } from '@sillage/testkit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from './audit-page.ts';
import { button, openStage, type Stage } from './record-stories/stage.ts';
import { goTo } from './watch-page.ts';

let stage: Stage;
let athlete: number;
let jump: number;

beforeAll(async () => {
  stage = await openStage({ history: true });
  const people = await stage.coach.call(api.listUsers, { body: { pageSize: -1 } });
  athlete = people.items.find(({ lastname }) => lastname === 'Marchetti')?.id ?? 0;
  await waitUntil(
    'the history of an athlete to be analysed',
    async () => {
      const history = await stage.coach.call(api.readAthleteHistory, { params: { id: athlete }, query: {} });
      return history.trials.length >= 9;
    },
    240,
  );
  const { records } = await stage.coach.call(api.listRecords, { body: { search: 'cmj-essai-1' } });
  jump = records[0]?.id ?? 0;
});
afterAll(() => stage?.stop());

async function openAnalysis(page: Page): Promise<void> {
  await stage.open(page, jump);
  const tab = page.getByRole('tab', { name: /^(Analyse|Analysis)$/ });
  if ((await tab.count()) === 0)
    await button(page, /^(Fiche|Sheet|Details)$/)
      .first()
      .click();
  await tab.click();
  await button(page, /^(Hauteur \(impulsion\)|Height \(impulse\))/).waitFor();
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
    await desk.getByText(/à la main, −30 ms/).waitFor();
    await waitUntil('another height', async () => (await height.textContent()) !== before);
    await grip.press('r');
    await waitUntil('the height of the rule', async () => (await height.textContent()) === before);
    await height.focus();
    await height.press('Escape');
    expect(await height.getAttribute('aria-expanded')).toBe('false');
  });

  test('I see how an athlete changes over three tests', async () => {
    for (const page of [stage.desk, stage.phone]) {
      await goTo(page, `${stage.hub.url}/athletes/${athlete}`);
      await page.getByText('Hauteur (impulsion)').first().waitFor();
      expect(await audit(page)).toEqual([]);
    }
  });

  test('I see the team, each against the own reference', async () => {
    for (const page of [stage.tablet, stage.phone]) {
      await goTo(page, `${stage.hub.url}/team?analysis=cmj`);
      await page.getByText('Marchetti').first().waitFor();
      expect(await audit(page)).toEqual([]);
    }
  });

  test('no page complained', () => {
    expect(stage.problems()).toEqual([]);
  });
});
