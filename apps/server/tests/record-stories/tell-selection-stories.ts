import { api } from '@sillage/contract';
import { waitUntil } from '@sillage/testkit';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { audit } from '../audit-page.ts';
import { button, dialog, type Stage } from './stage.ts';

/** Selections and their figures, and taking them away as a file. */
export function tellSelectionStories(stage: () => Stage): void {
  let id: number;
  beforeAll(async () => {
    ({ id } = await stage().record('device'));
  });
  const bounds = async () =>
    (await stage().coach.call(api.listSelections, { params: { id } })).map(({ t0, t1 }) => [t0, t1]);
  const mean = (page: Page, label: string) =>
    waitUntil('a mean and its deviation', async () =>
      /\d\s*±/.test((await page.getByRole('region', { name: label }).first().textContent()) ?? ''),
    );

  test('I draw a selection over the curves and read its mean', async () => {
    const { desk } = stage();
    await stage().open(desk, id);
    await button(desk, /^Sélection/).click();
    await desk.getByText(/Glissez sur les courbes/).waitFor();
    expect(await audit(desk)).toEqual([]);
    const box = await desk.locator('.u-over').first().boundingBox();
    if (box === null) throw new Error('no plot on screen');
    await desk.mouse.move(box.x + box.width * 0.3, box.y + 20);
    await desk.mouse.down();
    await desk.mouse.move(box.x + box.width * 0.6, box.y + 20, { steps: 4 });
    await desk.mouse.up();
    await waitUntil('the selection', async () => (await bounds()).length === 1);
    await mean(desk, 'Statistiques');
    expect(await audit(desk)).toEqual([]);
  });

  test('I take what I see as a selection, by keys alone', async () => {
    const { guest } = stage();
    await stage().open(guest, id);
    await guest.keyboard.press('+');
    await guest.keyboard.press('s');
    await button(guest, 'Take the window shown').waitFor();
    await guest.keyboard.press('Enter');
    await waitUntil('the selection', async () => (await bounds()).length === 2);
    await mean(guest, 'Statistics');
  });

  test('I go from selection to selection with N and move a bound with its key', async () => {
    const { guest } = stage();
    await guest.keyboard.press('h');
    await guest.keyboard.press('n');
    await guest.waitForURL(/[?&]s=/);
    const before = await bounds();
    await guest.keyboard.press('Home');
    await guest.keyboard.press('[');
    await waitUntil('a bound to move', async () => JSON.stringify(await bounds()) !== JSON.stringify(before));
  });

  test('I name a selection and give its bounds as numbers; a wrong one says so', async () => {
    const { desk } = stage();
    await stage().open(desk, id);
    const block = desk.getByRole('button', { name: /^S1 / }).first();
    await block.click({ button: 'right' });
    await desk.getByRole('menuitem', { name: 'Modifier…' }).click();
    const form = dialog(desk, 'Sélection S1');
    await form.getByLabel('Nom').fill('Départ');
    await form.getByLabel('Fin').fill('zut');
    await form.getByText('Écrivez mm:ss.SSS').waitFor();
    expect(await audit(desk)).toEqual([]);
    await form.getByLabel('Début').fill('00:05.000');
    await form.getByLabel('Fin').fill('00:15.000');
    await button(form, 'Enregistrer').click();
    await form.waitFor({ state: 'detached' });
    await waitUntil('its bounds', async () => (await bounds()).some(([t0, t1]) => t0 === 5 && t1 === 15));
  });

  test('I go through the selections on my phone with a thumb', async () => {
    const { phone } = stage();
    await stage().open(phone, id);
    await button(phone, 'Sélection suivante').tap();
    await phone.getByText('1 sur 2').waitFor();
    expect(await audit(phone)).toEqual([]);
    const end = phone.getByRole('textbox', { name: 'Fin' });
    await end.fill('00:00.500');
    await phone.getByRole('alert').filter({ hasText: 'La fin doit suivre le début' }).waitFor();
    expect(await audit(phone)).toEqual([]);
    await end.press('Escape');
    await phone.getByRole('tab', { name: 'Sélections' }).tap();
    await phone.getByRole('columnheader', { name: /Départ/ }).waitFor();
    expect(await audit(phone)).toEqual([]);
  });

  test('I delete a selection; the record keeps its samples', async () => {
    const { guest } = stage();
    await stage().open(guest, id);
    await guest.getByRole('button', { name: /^S2 / }).first().click({ button: 'right' });
    await guest.getByRole('menuitem', { name: /^Delete/ }).click();
    await guest.getByRole('alertdialog').waitFor();
    expect(await audit(guest)).toEqual([]);
    await guest.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await waitUntil('it to be gone', async () => (await bounds()).length === 1);
  });

  test('I have laps proposed, leave one out and add the others', async () => {
    const { desk, tablet, phone } = stage();
    const ride = await stage().record('ride');
    const selections = () => stage().coach.call(api.listSelections, { params: { id: ride.id } });
    const before = (await selections()).length;
    await stage().open(desk, ride.id);
    await desk.keyboard.press('s');
    await button(desk, 'Proposer…').click();
    await desk.getByRole('combobox', { name: 'Chercher' }).selectOption('lap');
    await desk.getByText('2 trouvées').waitFor();
    expect(await audit(desk)).toEqual([]);
    await button(desk, /^Proposition 1/).click();
    await button(desk, /^Ajouter \(1\)/).click();
    await waitUntil('a lap', async () => (await selections()).length === before + 1);
    expect((await selections()).at(-1)).toMatchObject({ exercise: 'Tour 1', num: before + 1 });
    await stage().open(phone, ride.id);
    await button(phone, /^Sélection$/).tap();
    await button(phone, 'Proposer…').tap();
    await phone.getByText(/ne se distinguent pas clairement/).waitFor();
    expect(await audit(phone)).toEqual([]);
    await phone.getByRole('button', { name: 'Annuler' }).tap();
    await stage().open(tablet, ride.id);
    await button(tablet, /^Selection/).tap();
    await button(tablet, 'Propose…').tap();
    await tablet.getByRole('combobox', { name: 'Look for' }).selectOption('metres');
    await tablet.getByText('83 found').waitFor();
    expect(await audit(tablet)).toEqual([]);
    await tablet.getByRole('button', { name: 'Cancel' }).tap();
  });

  test('I download a selection resampled, as the file of my choice', async () => {
    const { desk } = stage();
    await stage().open(desk, id);
    await desk.keyboard.press('d');
    const form = dialog(desk, /^Télécharger/);
    await form.getByText(/^Environ/).waitFor();
    expect(await audit(desk)).toEqual([]);
    await button(form, 'Parquet')
      .or(form.getByRole('radio', { name: 'Parquet' }))
      .click();
    const download = desk.waitForEvent('download');
    await button(form, /^Télécharger/).click();
    expect((await download).suggestedFilename()).toMatch(/\.(parquet|zip)$/);
  });

  test('I download a record on my tablet', async () => {
    const { tablet } = stage();
    await stage().open(tablet, id);
    await button(tablet, 'Download').tap();
    const form = dialog(tablet, /^Download/);
    await form.getByText(/^About/).waitFor();
    expect(await audit(tablet)).toEqual([]);
    await tablet.keyboard.press('Escape');
  });
}
