import { readFile } from 'node:fs/promises';
import { api } from '@sillage/contract';
import { waitUntil } from '@sillage/testkit';
import { expect, test } from 'vitest';
import { audit } from '../audit-page.ts';
import { goTo } from '../watch-page.ts';
import { button, dialog, type Stage } from './stage.ts';

/** Finding records, saying whose they are, and taking them away. */
export function tellListStories(stage: () => Stage): void {
  const row = (athlete: RegExp) => stage().desk.getByRole('row', { name: athlete }).first();

  test('I see what came in and what is associated, and narrow it to the last days', async () => {
    const { desk } = stage();
    await stage().list(desk);
    await row(/Camille Le Goff/).waitFor();
    expect(await audit(desk)).toEqual([]);
    await desk.getByRole('button', { name: '7 jours' }).click();
    await row(/Camille Le Goff/).waitFor({ state: 'detached' });
    await desk.getByRole('button', { name: '7 jours' }).click();
    await row(/Camille Le Goff/).waitFor();
  });

  test('I filter by sport in a panel that counts what matches', async () => {
    const { guest } = stage();
    await stage().list(guest);
    await button(guest, 'Filters').click();
    const panel = dialog(guest, 'Filters');
    await panel.getByLabel('Sports').click();
    await guest.getByRole('option', { name: 'Cycling' }).click();
    await guest.keyboard.press('Escape');
    await panel.getByText(/^1 associated record/).waitFor();
    expect(await audit(guest)).toEqual([]);
    await button(panel, 'Reset').click();
    await button(panel, 'Close').click();
  });

  test('I sort by duration with a click on its head', async () => {
    const { desk } = stage();
    const head = desk.getByRole('columnheader', { name: 'Durée' });
    await head.getByRole('button').click();
    await waitUntil('the order', async () => (await head.getAttribute('aria-sort')) !== 'none');
    await waitUntil('the longest first', async () =>
      /Sacha/.test((await desk.getByRole('row').nth(1).textContent()) ?? ''),
    );
    await desk.getByRole('columnheader', { name: 'Date' }).getByRole('button').click();
  });

  test('I choose my columns, and find them again after reloading', async () => {
    const { guest } = stage();
    await button(guest, 'Columns').click();
    await dialog(guest, 'Columns').getByRole('checkbox', { name: 'Size' }).check();
    expect(await audit(guest)).toEqual([]);
    await guest.keyboard.press('Escape');
    await guest.reload();
    await guest.getByRole('columnheader', { name: 'Size' }).waitFor();
  });

  test('I go through the rows with arrows, tick with Space and open with Enter', async () => {
    const { desk } = stage();
    await row(/Camille Le Goff/)
      .getByRole('link')
      .focus();
    await desk.keyboard.press('ArrowUp');
    await desk.keyboard.press('Space');
    await desk.getByText('1 sélectionné').waitFor();
    expect(await audit(desk)).toEqual([]);
    await desk.keyboard.press('Escape');
    await desk.keyboard.press('Enter');
    await desk.waitForURL('**/records/*');
    await desk.goBack();
  });

  test('I say whose a new record is', async () => {
    const { desk } = stage();
    const { id } = await stage().record('golf');
    await stage().list(desk);
    await desk.getByRole('button', { name: /^À associer : imu_2026/ }).click();
    const form = dialog(desk, 'Associer l’enregistrement');
    await form.getByLabel('Athlètes').click();
    await desk.getByRole('option', { name: 'Inès Marchetti' }).click();
    await desk.keyboard.press('Escape');
    expect(await audit(desk)).toEqual([]);
    await button(form, 'Enregistrer').click();
    await form.waitFor({ state: 'detached' });
    const record = await stage().coach.call(api.readRecord, { params: { id } });
    expect(record.users).toMatchObject([{ firstname: 'Inès' }]);
  });

  test('I edit several records at once, touching only what I mean', async () => {
    const { tablet } = stage();
    await stage().list(tablet);
    for (const name of [/Camille/, /Sacha/]) await tablet.getByRole('checkbox', { name }).first().tap();
    await tablet.getByRole('button', { name: 'Edit', exact: true }).tap();
    const form = dialog(tablet, 'Edit 2 records');
    await form.getByLabel('Comment').fill('Vent de face');
    expect(await audit(tablet)).toEqual([]);
    await button(form, 'Save').tap();
    await form.waitFor({ state: 'detached' });
    const { records } = await stage().coach.call(api.listRecords, { body: {} });
    const said = records.filter(({ comment }) => comment === 'Vent de face');
    expect(said.map(({ sport_name }) => sport_name).sort()).toEqual(['aviron', 'velo']);
  });

  test('I gather two records in a session, unfold it, and delete it: they stay', async () => {
    const { desk } = stage();
    await stage().list(desk);
    for (const name of [/Camille/, /Sacha/]) await desk.getByRole('checkbox', { name }).first().check();
    await button(desk, 'Grouper en séance').click();
    await desk.getByRole('button', { name: /^Montrer 2 enregistrements/ }).click();
    expect(await audit(desk)).toEqual([]);
    const { records } = await stage().coach.call(api.listRecords, { body: { record_type: ['seance'] } });
    const [session] = records;
    if (session === undefined) throw new Error('no session was made');
    await stage().coach.call(api.deleteRecords, { body: [session.id] });
    await desk.getByRole('button', { name: /^Montrer 2|^Replier/ }).waitFor({ state: 'detached' });
    await row(/Camille/).waitFor();
  });

  test('I open a session and see what it holds', async () => {
    const { guest, coach } = stage();
    const { records } = await coach.call(api.listRecords, { body: {} });
    const ids = records.filter(({ users }) => users.length > 0).map(({ id }) => id);
    const session = await coach.call(api.uploadRecord, {
      body: { record_type: 'seance', record_ids: ids.slice(0, 2) },
    });
    await goTo(guest, `${stage().hub.url}/records/${session.id}`);
    await guest
      .getByRole('link', { name: /Camille|Sacha|Inès/ })
      .first()
      .waitFor();
    expect(await audit(guest)).toEqual([]);
    await coach.call(api.deleteRecords, { body: [session.id] });
  });

  test('I delete a record after reading what is lost', async () => {
    const { desk } = stage();
    const { id } = await stage().record('golf');
    await stage().list(desk);
    await desk
      .getByRole('button', { name: /^Plus d’actions pour imu_2026/ })
      .first()
      .click();
    await desk.getByRole('menuitem', { name: 'Supprimer…' }).click();
    const question = desk.getByRole('alertdialog');
    await question.getByText(/sont perdus|corbeille/).waitFor();
    expect(await audit(desk)).toEqual([]);
    await question.getByRole('button', { name: /^Supprimer|^Mettre/ }).click();
    await question.waitFor({ state: 'detached' });
    const { records } = await stage().coach.call(api.listRecords, { body: {} });
    expect(records.map((record) => record.id)).not.toContain(id);
  });

  test('I take the list away as a table', async () => {
    const { desk } = stage();
    const download = desk.waitForEvent('download');
    await button(desk, 'Exporter la liste (CSV)').click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain('Camille');
  });

  test('I find an athlete by name on a phone', async () => {
    const { phone } = stage();
    await stage().list(phone);
    await phone.getByText('Camille Le Goff').first().waitFor();
    expect(await audit(phone)).toEqual([]);
    await phone.getByRole('tab', { name: /Nouveaux/ }).tap();
    await phone
      .getByRole('button', { name: /^À associer/ })
      .first()
      .waitFor();
    expect(await audit(phone)).toEqual([]);
  });
}
