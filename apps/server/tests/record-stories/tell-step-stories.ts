import { api } from '@sillage/contract';
import { waitUntil } from '@sillage/testkit';
import { beforeAll, expect, test } from 'vitest';
import { audit } from '../audit-page.ts';
import { goTo } from '../watch-page.ts';
import { button, dialog, type Stage } from './stage.ts';

/** What is done to a record, each time with a way back, and records beside one another. */
export function tellStepStories(stage: () => Stage): void {
  let id: number;
  let gyro: number;
  let optical: number;
  beforeAll(async () => {
    const made = [stage().record('device'), stage().record('gyro'), stage().record('optical')] as const;
    const [first, second, third] = await Promise.all(made);
    [id, gyro, optical] = [first.id, second.id, third.id];
  });
  const steps = async () => (await stage().coach.call(api.readRecordHistory, { params: { id } })).steps;
  const duration = async () => (await stage().readable(id)).duration;

  test('I crop a record by numbers, and have it whole again by a switch', async () => {
    const { desk } = stage();
    await stage().open(desk, id);
    const whole = await duration();
    await button(desk, /^Fiche/).click();
    await desk.getByRole('tab', { name: 'Étapes' }).click();
    await desk.getByRole('button', { name: 'Étape', exact: true }).click();
    expect(await audit(desk)).toEqual([]);
    await desk.getByRole('menuitem', { name: 'Recadrer…' }).click();
    await desk.getByLabel('Fin', { exact: true }).fill('00:20.000');
    await desk.keyboard.press('Enter');
    await button(desk, /^Appliquer/).waitFor();
    expect(await audit(desk)).toEqual([]);
    await button(desk, /^Appliquer/).click();
    await waitUntil('the record to be short', async () => Math.abs((await duration()) - 20) < 0.1);
    await desk.getByRole('switch', { name: /^Recadré/ }).click();
    await waitUntil('the record to be whole', async () => Math.abs((await duration()) - whole) < 1e-6);
    await desk.getByRole('columnheader', { name: /^Visible 00:48/ }).waitFor();
  });

  test('I read who did what, and go back to the original', async () => {
    const { desk, coach } = stage();
    await desk.getByRole('tab', { name: /^Historique/ }).click();
    await desk.getByRole('row', { name: /Recadré.*00:20.000/ }).waitFor();
    expect(await audit(desk)).toEqual([]);
    const [crop] = await steps();
    await coach.call(api.switchRecordStep, { params: { id, stepId: crop?.id ?? 0 }, body: { on: true } });
    await waitUntil('the record to be short again', async () => Math.abs((await duration()) - 20) < 0.1);
    await stage().open(desk, id);
    await desk.getByRole('tab', { name: /^Historique/ }).click();
    await button(desk.getByRole('row', { name: /Original/ }), 'Revenir ici').click();
    await waitUntil('the crop to be off', async () => (await steps()).every(({ on }) => !on));
    await stage().readable(id);
  });

  test('I correct a clock that runs fast', async () => {
    const { guest } = stage();
    await stage().open(guest, id);
    await button(guest, /^Sheet/).click();
    await guest.getByRole('tab', { name: 'Steps' }).click();
    await guest.getByRole('button', { name: 'Step', exact: true }).click();
    await guest.getByRole('menuitem', { name: /^Repair the clock/ }).click();
    const form = dialog(guest, 'Repair the clock');
    await form.getByLabel('Drift (ppm)').fill('100');
    expect(await audit(guest)).toEqual([]);
    await button(form, 'Apply').click();
    await guest
      .getByText(/drift of 100/)
      .first()
      .waitFor();
  });

  test('I see which calibration each sensor has, and try a new one before I apply it', async () => {
    const { phone } = stage();
    // The first ten seconds are at rest.
    await stage().open(phone, id, '?t=1_9');
    await phone.getByRole('tab', { name: 'Calibration' }).tap();
    await button(phone, 'Recalibrer…').tap();
    const form = dialog(phone, 'Recalibrer');
    await form.getByRole('alert').waitFor();
    expect(await audit(phone)).toEqual([]);
    await form.getByLabel('Type').click();
    await phone.getByRole('option', { name: /^Gyromètre au repos/ }).tap();
    await form.getByText(/Moyenne au repos/).waitFor();
    expect(await audit(phone)).toEqual([]);
    await button(form, 'Appliquer').tap();
    await form.waitFor({ state: 'detached' });
    await waitUntil('the step', async () => (await steps()).some(({ kind }) => kind === 'recalibrate'));
    await stage().readable(id);
  });

  test('I read its steps on my phone', async () => {
    const { phone } = stage();
    await phone.getByRole('tab', { name: 'Étapes' }).tap();
    await phone.getByRole('switch', { name: /^Recalibré/ }).waitFor();
    expect(await audit(phone)).toEqual([]);
  });

  test('I change what is known of a record, and find it in its sheet', async () => {
    const { tablet } = stage();
    await stage().open(tablet, id);
    await button(tablet, 'Sheet').tap();
    await tablet.getByRole('tab', { name: 'Sheet' }).tap();
    await button(tablet, 'Edit…').tap();
    const form = dialog(tablet, /^Edit/);
    await form.getByLabel('Comment').fill('Rame neuve');
    expect(await audit(tablet)).toEqual([]);
    await button(form, 'Save').tap();
    await form.waitFor({ state: 'detached' });
    expect((await stage().readable(id)).comment).toBe('Rame neuve');
  });

  test('I fuse two devices that saw the same movement, and see why they fit', async () => {
    const { phone } = stage();
    await stage().list(phone);
    await phone.getByRole('tab', { name: /Nouveaux/ }).tap();
    for (const name of [/sync_A/, /sync_B/]) await phone.getByRole('checkbox', { name }).first().tap();
    expect(await audit(phone)).toEqual([]);
    await button(phone, 'Fusionner').tap();
    const form = dialog(phone, 'Fusionner 2 enregistrements');
    await form.getByText(/Confiance haute/).waitFor();
    expect(await audit(phone)).toEqual([]);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await button(form, 'Fusionner').tap();
    await button(phone, 'Ouvrir le résultat')
      .or(phone.getByRole('link', { name: 'Ouvrir le résultat' }))
      .tap();
    await phone.waitForURL('**/records/*');
  });

  test('I lay two records on one another and shift them by hand', async () => {
    const { guest } = stage();
    await goTo(guest, `${stage().hub.url}/compare?ids=${gyro},${optical}`);
    await guest.locator('.uplot canvas').first().waitFor();
    expect(await audit(guest)).toEqual([]);
    await button(guest, /later/).last().click();
    await waitUntil('the shift in the address', () => new URL(guest.url()).searchParams.has('m'));
  });

  test('I read what went wrong with a record, and clear it', async () => {
    const { desk } = stage();
    await stage().open(desk, id);
    await desk.getByRole('tab', { name: /^Erreurs/ }).click();
    await desk.getByText('Aucune erreur.').or(button(desk, 'Effacer ces messages…')).first().waitFor();
    expect(await audit(desk)).toEqual([]);
  });

  test('I hear that a record is not there any more', async () => {
    const { guest } = stage();
    await goTo(guest, `${stage().hub.url}/records/999999`);
    await guest.getByRole('heading', { name: /not found/i }).waitFor();
    expect(await audit(guest)).toEqual([]);
  });

  test('Nothing broke on any screen meanwhile', () => {
    // What the server refused, as it should, browsers write down as well.
    expect(
      stage()
        .problems()
        .filter((problem) => !/status of 4\d\d/.test(problem)),
    ).toEqual([]);
  });
}
