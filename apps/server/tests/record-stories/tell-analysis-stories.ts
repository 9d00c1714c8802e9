import { api } from '@sillage/contract';
import { waitUntil } from '@sillage/testkit';
import { expect, test } from 'vitest';
import { audit } from '../audit-page.ts';
import { button, type Stage } from './stage.ts';

/** Strokes of 2 s, 0.8 s of drive, of a sensor whose x and y look the other way. */
const sternward = [
  'T,acc_x (m/s²),acc_y (m/s²),acc_z (m/s²)',
  ...Array.from({ length: 3000 }, (_, i) => {
    const part = (i / 100) % 1;
    const drive = part < 0.4;
    const surge = drive ? 3 * Math.sin((Math.PI * part) / 0.4) : -2 * Math.sin((Math.PI * (part - 0.4)) / 0.6);
    return [i / 50, -surge, 0.1 * Math.sin(i / 7), 9.81].map((one) => one.toFixed(4)).join();
  }),
].join('\n');

/** What a test says of a record: its numbers, why, and its phases on the curves. */
export function tellAnalysisStories(stage: () => Stage): void {
  test('I read how high a jump of the demo was, how that was found, and see its phases', async () => {
    const { desk, coach } = stage();
    const { records } = await coach.call(api.listRecords, { body: { search: 'cmj' } });
    const id = records[0]?.id ?? 0;
    const [expected] = [await coach.call(api.runAnalysis, { params: { id }, body: { analysis: 'cmj' } })];
    await stage().open(desk, id);
    await button(desk, 'Fiche').first().click();
    await desk.getByRole('tab', { name: 'Analyse' }).click();
    const height = button(desk, /^Hauteur \(impulsion\)/);
    await height.waitFor();
    expect(await height.textContent()).toContain(expected.values.heightImpulse?.value?.toFixed(3).replace('.', ','));
    await button(desk, /^RSI modifié/).click();
    await desk.getByText('Ebben & Petushek 2010').waitFor();
    expect(await audit(desk)).toEqual([]);
    const figures = desk.getByRole('region', { name: 'Figures' });
    await figures.getByRole('img', { name: /^Force–vitesse/ }).waitFor();
    await figures.getByRole('img', { name: /^Force–vitesse/ }).scrollIntoViewIfNeeded();
    expect(await audit(desk)).toEqual([]);
    await button(desk, /^Poussée/).click();
    expect(await button(desk, /^Poussée/).getAttribute('aria-pressed')).toBe('true');
    // The panel is remembered, and other stories open it themselves.
    await button(desk, 'Replier la fiche').click();
  });

  test('I am told why a jump gives no numbers, and what weighing it wants', async () => {
    const { phone } = stage();
    const { id } = await stage().record('jump');
    await stage().open(phone, id);
    await phone.getByRole('tab', { name: 'Analyse' }).tap();
    // Where another analysis of the record answers, it opens on that one.
    await phone
      .getByRole('combobox', { name: /^Analyse/ })
      .first()
      .selectOption('cmj');
    await phone.getByText('Refusé').waitFor();
    expect(await audit(phone)).toEqual([]);
    await phone.getByText('Changer les paramètres').tap();
    await phone.getByLabel(/^Fin de la pesée/).fill('0,06');
    await phone.getByLabel(/^Fin de la pesée/).press('Enter');
    await waitUntil('a height', async () => /\d/.test((await button(phone, /^Hauteur \(imp/).textContent()) ?? ''));
    await phone.getByText(/La pesée dure/).waitFor();
  });

  test('I am told that a sensor looks to the stern, see what shows it, have it put right, and take that back', async () => {
    const { desk, coach, readable } = stage();
    const { items } = await coach.call(api.listSports, { body: { pageSize: -1 } });
    const sport_id = items.find(({ name }) => name === 'aviron')?.id;
    const file = { name: 'backward.csv', content: new Blob([sternward]) };
    const { id } = await coach.call(api.uploadRecord, { body: { sport_id, again: true }, file });
    const { signals_version } = await readable(id);
    const kept = () => coach.call(api.listResults, { params: { id } });
    await waitUntil('its mounting to be looked at', async () => (await kept()).some(({ correction }) => correction));
    await stage().open(desk, id);
    await button(desk, 'Fiche').first().click();
    await desk.getByRole('tab', { name: 'Analyse' }).click();
    await desk.getByText('Demi-tour autour de z').waitFor();
    expect(await audit(desk)).toEqual([]);
    await desk.getByRole('img', { name: /^Cycle moyen, corrigé/ }).scrollIntoViewIfNeeded();
    await button(desk, 'Corriger').click();
    const version = async () => (await readable(id)).signals_version;
    await waitUntil('it to be put right', async () => (await version()) > signals_version);
    await desk.getByText('Demi-tour autour de z').waitFor({ state: 'detached' });
    const { steps } = await coach.call(api.readRecordHistory, { params: { id } });
    expect(steps).toMatchObject([{ kind: 'recalibrate', on: true }]);
    await coach.call(api.undoRecordStep, { params: { id } });
    await waitUntil('it to be as it was', async () => (await version()) > signals_version + 1);
    await button(desk, 'Replier la fiche').click();
  });
}
