import { api } from '@sillage/contract';
import { waitUntil } from '@sillage/testkit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from './audit-page.ts';
import { button, openStage, type Stage } from './record-stories/stage.ts';

const [gravity, bodyKilograms, rateHz, trialSeconds] = [9.81, 70, 500, 5];
const loads = [0, 20, 40, 60];

/** Squat jumps with loads on one plate as CSV, one after the other: stands, pushes with 2.2 weights, flies, lands. */
function loadedJumps(unloadedSpeed: number, slower: number): string {
  const rows = loads.flatMap((load, k) => {
    const speed = unloadedSpeed - slower * load;
    const weight = (bodyKilograms + load) * gravity;
    const [takeOff, landing] = [2 + speed / gravity / 1.2, 2 + speed / gravity / 1.2 + (2 * speed) / gravity];
    const force = (t: number) => {
      if (t < 2 || t > landing + 0.2) return weight + 0.5 * Math.sin(2 * Math.PI * 7 * t);
      if (t < takeOff) return weight * 2.2;
      return t < landing ? 0 : weight * 3;
    };
    return Array.from({ length: trialSeconds * rateHz }, (_, i) => {
      const t = i / rateHz;
      return `${(k * trialSeconds + t).toFixed(3)},${force(t).toFixed(2)}`;
    });
  });
  return `T (s),fztot (N)\n${rows.join('\n')}\n`;
}

let stage: Stage;
let [before, now] = [0, 0];

/** Uploads jumps of an athlete, each of them selected. */
async function jumpsOf(name: string, csv: string, userId: number): Promise<number> {
  const file = { name, content: new Blob([csv]) };
  const { id } = await stage.coach.call(api.uploadRecord, { body: { again: true }, file });
  await stage.readable(id);
  await stage.coach.call(api.editRecord, { params: { id }, body: { user_ids: [userId] } });
  for (const k of loads.keys()) {
    const body = { t0: k * trialSeconds, t1: (k + 1) * trialSeconds - 0.1, exercise: `Saut ${k + 1}` };
    await stage.coach.call(api.createSelection, { params: { id }, body });
  }
  return id;
}

beforeAll(async () => {
  stage = await openStage([]);
  const { items } = await stage.coach.call(api.listUsers, { body: { pageSize: -1 } });
  const athlete = items.find(({ mail }) => mail.startsWith('ines'))?.id ?? 0;
  before = await jumpsOf('profil-avril.csv', loadedJumps(2.5, 0.018), athlete);
  now = await jumpsOf('profil-mai.csv', loadedJumps(2.7, 0.016), athlete);
  const trials = loads.map((load_kg, k) => ({ t0: k * trialSeconds, t1: (k + 1) * trialSeconds - 0.1, load_kg }));
  const body = { analysis: 'jumpProfile', trials, parameters: { pushOff: 0.36 } };
  await stage.coach.call(api.keepResult, { params: { id: before }, body });
}, 480_000);
afterAll(() => stage?.stop());

async function openProfile(page: Page, record: number, words: { tab: string; sheet: string; choose: string }) {
  await stage.open(page, record);
  const tab = page.getByRole('tab', { name: words.tab });
  const sheet = button(page, words.sheet).first();
  await tab.or(sheet).first().waitFor();
  if ((await tab.count()) === 0) await sheet.click();
  await tab.click();
  await page
    .getByRole('combobox', { name: new RegExp(`^${words.choose}`) })
    .first()
    .selectOption('jumpProfile');
}
const french = { tab: 'Analyse', sheet: 'Fiche', choose: 'Analyse' };

describe('jumps with loads', () => {
  test('I say their loads and the push, see their profile, have it explained, keep it and compare it with the one before', async () => {
    const { desk } = stage;
    await openProfile(desk, now, french);
    await desk.getByText(/À indiquer\s: «\sMasse\s», «\sDistance de poussée\s»/).waitFor();
    for (const [k, load] of loads.entries()) {
      const field = desk.getByLabel(`Charge de Saut ${k + 1}, kg`);
      await field.fill(String(load));
      await field.press('Enter');
    }
    // What the jumps weigh without their loads is the body.
    await desk.getByText(/À indiquer\s: «\sDistance de poussée\s»/).waitFor();
    await desk.getByRole('textbox', { name: /^Distance de poussée/ }).fill('0,36');
    await desk.getByRole('textbox', { name: /^Distance de poussée/ }).press('Enter');
    const power = button(desk, /^Puissance maximale/);
    await power.waitFor();
    expect(await power.textContent()).toMatch(/\d,\d\d W\/kg/);
    expect(await audit(desk)).toEqual([]);
    await power.click();
    await desk.getByText(/^P = F₀/).waitFor();
    await desk.getByText('Samozino 2008').first().waitFor();
    await power.click();
    await button(desk, 'Garder ce résultat').click();
    await waitUntil('the profile is kept', async () => {
      const kept = await stage.coach.call(api.listResults, { params: { id: now } });
      return kept.some(({ analysis, trials }) => analysis === 'jumpProfile' && trials.length === loads.length);
    });
    await earlierList(desk).selectOption({ label: await earlierOf(desk) });
    const change = desk.getByRole('row', { name: /Puissance maximale/ });
    await change.waitFor();
    expect(await change.textContent()).toMatch(/\+\d,\d\d$/);
    expect(await audit(desk)).toEqual([]);
  });

  test('a kept profile opens by itself, on a tablet and on a phone', async () => {
    for (const page of [stage.tablet, stage.phone]) {
      await stage.open(page, before);
      const isEnglish = page === stage.tablet;
      const tab = page.getByRole('tab', { name: isEnglish ? 'Analysis' : 'Analyse' });
      const sheet = button(page, isEnglish ? 'Sheet' : 'Fiche').first();
      await tab.or(sheet).first().waitFor();
      if ((await tab.count()) === 0) await sheet.tap();
      await tab.tap();
      await button(page, isEnglish ? /^Maximal power/ : /^Puissance maximale/).waitFor();
      expect(await audit(page)).toEqual([]);
    }
  });

  test('no page complained', () => {
    expect(stage.problems()).toEqual([]);
  });
});

const earlierList = (page: Page) => page.getByRole('combobox', { name: /^Comparer à/ });

/** What the list of earlier profiles calls the first. */
async function earlierOf(page: Page): Promise<string> {
  const options = earlierList(page).locator('option');
  await waitUntil('an earlier profile', async () => (await options.count()) > 1);
  return (await options.nth(1).textContent()) ?? '';
}
