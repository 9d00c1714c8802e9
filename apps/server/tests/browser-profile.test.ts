import { api } from '@sillage/contract';
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
let before = 0;

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
  const trials = loads.map((load_kg, k) => ({ t0: k * trialSeconds, t1: (k + 1) * trialSeconds - 0.1, load_kg }));
  const body = { analysis: 'jumpProfile', trials, parameters: { pushOff: 0.36 } };
  await stage.coach.call(api.keepResult, { params: { id: before }, body });
}, 480_000);
afterAll(() => stage?.stop());

describe('jumps with loads', () => {
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
