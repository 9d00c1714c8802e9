import { api } from '@sillage/contract';
import { waitUntil } from '@sillage/testkit';
import { beforeAll, expect, test } from 'vitest';
import { audit } from '../audit-page.ts';
import { button, dialog, pick, pinch, type Stage } from './stage.ts';

/** Reading a recording: curves, axes, views, channels, map. */
export function tellCurveStories(stage: () => Stage): void {
  let ride: number;
  let walk: number;
  let pendulum: number;
  beforeAll(async () => {
    const made = [stage().record('ride'), stage().record('walk'), stage().record('pendulum')] as const;
    const [first, second, third] = await Promise.all(made);
    [ride, walk, pendulum] = [first.id, second.id, third.id];
  });

  test('I zoom by drawing, go back and forth, and see all again', async () => {
    const { desk } = stage();
    await stage().open(desk, ride);
    expect(await audit(desk)).toEqual([]);
    const box = await desk.locator('.u-over').first().boundingBox();
    if (box === null) throw new Error('no plot on screen');
    await desk.mouse.move(box.x + box.width * 0.3, box.y + 20);
    await desk.mouse.down();
    await desk.mouse.move(box.x + box.width * 0.6, box.y + 20, { steps: 4 });
    await desk.mouse.up();
    await button(desk, /Annuler le zoom/).click();
    await button(desk, /Rétablir le zoom/).click();
    await desk.waitForURL(/[?&]t=/);
    await desk.keyboard.press('h');
    await desk.waitForURL((url) => !url.searchParams.has('t'));
  });

  test('I zoom with the wheel around the pointer', async () => {
    const { desk } = stage();
    await desk.locator('.u-over').first().hover();
    await desk.mouse.wheel(0, -400);
    await desk.waitForURL(/[?&]t=/);
    await desk.keyboard.press('h');
  });

  test('I walk the cursor by keys, plant A, and read what lies between', async () => {
    const { desk } = stage();
    await desk.keyboard.press('Home');
    await desk.keyboard.press('Shift+C');
    for (let step = 0; step < 4; step++) await desk.keyboard.press('Shift+ArrowRight');
    await desk.getByRole('columnheader', { name: /A à B/ }).waitFor();
    expect(await audit(desk)).toEqual([]);
    await desk.keyboard.press('Escape');
    await desk.getByRole('columnheader', { name: /A à B/ }).waitFor({ state: 'detached' });
  });

  test('I read the values of the window as a table, by one key', async () => {
    const { guest } = stage();
    await stage().open(guest, ride);
    await guest.keyboard.press('t');
    await dialog(guest, 'Values of the window').getByRole('row').nth(20).waitFor();
    expect(await audit(guest)).toEqual([]);
    await guest.keyboard.press('Escape');
  });

  test('I read which time of the day it was, and the time since the start again', async () => {
    const { guest, hub } = stage();
    const { timestamp, timezone } = await hub.client.call(api.readRecord, { params: { id: ride } });
    const timeOfDay = guest.getByRole('menuitemcheckbox', { name: 'Time of day' });
    await button(guest, /^Variable$/).click();
    await timeOfDay.click();
    await button(guest, /^Clock$/).waitFor();
    expect(await audit(guest)).toEqual([]);
    const table = dialog(guest, 'Values of the window');
    // The menu takes keys until it is gone and has given back the focus.
    await waitUntil('the table', async () => {
      await guest.keyboard.press('t');
      const shown = table.waitFor({ timeout: 2000 });
      return shown.then(
        () => true,
        () => false,
      );
    });
    const first = await table.getByRole('row').nth(1).getByRole('rowheader').textContent();
    expect(first?.slice(0, 8)).toBe(new Date(timestamp).toLocaleTimeString('en-GB', { timeZone: timezone }));
    await guest.keyboard.press('Escape');
    await button(guest, /^Variable$/).click();
    await timeOfDay.click();
    await button(guest, /^Time$/).waitFor();
  });

  test('I put a second variable on the right axis', async () => {
    const { guest } = stage();
    await button(guest, 'Add Heart rate').click();
    const axis = button(guest, /axis of Heart rate/);
    await axis.focus();
    await guest.keyboard.press('2');
    await button(guest, 'y2, axis of Heart rate').waitFor();
    expect(await audit(guest)).toEqual([]);
  });

  test('I save this view as a preset of mine, and take it again with Alt and its figure', async () => {
    const { guest } = stage();
    await button(guest, /Presets/).click();
    expect(await audit(guest)).toEqual([]);
    await guest.getByRole('menuitem', { name: 'Save this view…' }).click();
    const form = dialog(guest, 'Save this view');
    await form.getByLabel('Name').fill('Pulse beside speed');
    await button(form, 'Save').click();
    await form.waitFor({ state: 'detached' });
    await button(guest, 'Remove Heart rate').click();
    await button(guest, /Presets/).click();
    await guest.getByRole('menuitem', { name: /Pulse beside speed/ }).click();
    await guest.getByRole('menu').waitFor({ state: 'detached' });
    await button(guest, 'y2, axis of Heart rate').waitFor();
  });

  test('I send a link that reopens exactly what I see', async () => {
    const { guest, tablet } = stage();
    await guest.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await stage().open(guest, ride, '?t=600_1200&g=fit.speed%3Bfit.heart_rate*2');
    await button(guest, 'Copy the link of this view').click();
    await guest.getByText(/^Link copied/).waitFor();
    await tablet.goto(await guest.evaluate(() => navigator.clipboard.readText()));
    await tablet.locator('.uplot canvas').first().waitFor();
    expect(new URL(tablet.url()).searchParams.get('t')).toBe('600_1200');
    await tablet.getByText('Heart rate').first().waitFor();
    expect(await audit(tablet)).toEqual([]);
  });

  test('I look along the distance instead of the time', async () => {
    const { tablet } = stage();
    await button(tablet, 'Distance').tap();
    await tablet.waitForURL(/[?&]x=D/);
    await tablet.locator('.uplot canvas').first().waitFor();
  });

  test('I see a pendulum swing: one quantity over another', async () => {
    const { guest } = stage();
    await stage().open(guest, pendulum);
    await guest.getByRole('button', { name: 'Variable', exact: true }).click();
    await guest.getByRole('menuitem').nth(1).click();
    await guest
      .getByText(/ over Accel\. y/)
      .first()
      .waitFor();
    expect(await audit(guest)).toEqual([]);
  });

  test('I compute a channel; a wrong formula says where, and what to put', async () => {
    const { desk, coach } = stage();
    await stage().open(desk, pendulum);
    await button(desk, 'Calculer').click();
    const form = dialog(desk, 'Nouveau canal calculé');
    const formula = form.getByLabel('Formule');
    const { available_data } = await coach.call(api.readRecord, { params: { id: pendulum } });
    const [measured] = Object.keys(available_data);
    await formula.fill(`lowpas(${measured}, 5)`);
    await form
      .getByRole('alert')
      .getByRole('button', { name: /^Mettre/ })
      .waitFor();
    expect(await audit(desk)).toEqual([]);
    await form.getByRole('alert').getByRole('button').click();
    await form.getByText(/^Colonne/).waitFor({ state: 'detached' });
    await form.getByLabel('Nom en français').fill('Accél. x lissée');
    await button(form, 'Enregistrer').click();
    await form.waitFor({ state: 'detached' });
    await button(desk, 'Retirer Accél. x lissée').waitFor();
  });

  test('I pinch the curves with two fingers, and see all again with one', async () => {
    const { phone } = stage();
    await stage().open(phone, walk);
    expect(await audit(phone)).toEqual([]);
    await pinch(phone, phone.locator('.u-over').first(), 2.5);
    await phone.waitForURL(/[?&]t=/);
    await button(phone, 'Tout voir').tap();
    await phone.waitForURL((url) => !url.searchParams.has('t'));
  });

  test('I choose what is drawn on my phone', async () => {
    const { phone } = stage();
    await button(phone, /\d variables/).tap();
    await button(phone, 'Ajouter Latitude').tap();
    await button(phone, 'Retirer Latitude').waitFor();
    expect(await audit(phone)).toEqual([]);
    await phone.keyboard.press('Escape');
  });

  test('I see where it was, coloured by another quantity', async () => {
    const { phone } = stage();
    await phone.getByRole('tab', { name: 'Fiche' }).tap();
    const map = phone.getByRole('figure', { name: 'Trace GPS' });
    await map.locator('canvas').waitFor();
    await pick(phone, map.getByLabel('Couleur de la trace'), 'Altitude');
    await map.getByText(/ m$/).first().waitFor();
    expect(await audit(phone)).toEqual([]);
  });

  test('I go on to the next record of the list with J', async () => {
    const { desk } = stage();
    await stage().list(desk);
    await desk
      .getByRole('row', { name: /Camille/ })
      .getByRole('link')
      .click();
    await desk.waitForURL('**/records/*');
    const before = new URL(desk.url()).pathname;
    await desk.locator('.uplot canvas').first().waitFor();
    await desk.keyboard.press('k');
    await waitUntil('another record', () => new URL(desk.url()).pathname !== before);
  });

  test('I copy the statistics into a table of my own', async () => {
    const { guest } = stage();
    await stage().open(guest, ride);
    await button(guest, 'Copy the table').click();
    await guest.getByText('Table copied.').waitFor();
    const lines = (await guest.evaluate(() => navigator.clipboard.readText())).split('\n');
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.at(-1)?.split('\t').length).toBe(lines[0]?.split('\t').length);
  });
}
