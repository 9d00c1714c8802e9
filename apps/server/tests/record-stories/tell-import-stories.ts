import { fileURLToPath } from 'node:url';
import { api } from '@sillage/contract';
import { waitUntil } from '@sillage/testkit';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { audit } from '../audit-page.ts';
import { goTo } from '../watch-page.ts';
import { button, pathOf, type Stage } from './stage.ts';

const rowers = fileURLToPath(new URL('../../demo/19_raw_device_file', import.meta.url));
/** Two columns of semicolons and decimal commas, and no time. */
const plain = 'force;couple\n1,5;2,5\n1,6;2,4\n1,7;2,3\n1,8;2,2\n';

/** Bringing files in. */
export function tellImportStories(stage: () => Stage): void {
  const imported = (page: Page, name: string) =>
    page
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByRole('link', { name: /Ouvrir|Open/ });
  const upload = async (page: Page) => {
    await goTo(page, `${stage().hub.url}/upload`);
    await page.getByRole('button', { name: /Parcourir|Browse/ }).waitFor();
  };
  const send = (page: Page) => page.getByRole('button', { name: /^(Importer|Import) \d+/ }).click();

  test('I import what a watch, a phone and a device recorded, all at once', async () => {
    const { desk } = stage();
    await upload(desk);
    await desk.getByLabel('Choisir des fichiers').setInputFiles([pathOf('ride'), pathOf('walk'), pathOf('gyro')]);
    await desk.getByText('3 fichiers').first().waitFor();
    expect(await audit(desk)).toEqual([]);
    await send(desk);
    for (const name of ['Edge810', 'cerknicko', 'sync_A']) await imported(desk, name).waitFor();
    expect(await audit(desk)).toEqual([]);
  });

  test('I import a whole folder', async () => {
    const { guest } = stage();
    await upload(guest);
    await guest.getByLabel('Choose a folder').setInputFiles(rowers);
    await guest.getByText('recording.txt').waitFor();
    await send(guest);
    await imported(guest, 'recording.txt').waitFor();
  });

  test('I send the same file again, and hear that it is here', async () => {
    const { guest } = stage();
    await upload(guest);
    await guest.getByLabel('Choose files').setInputFiles(pathOf('ride'));
    await guest
      .getByText(/same content as/)
      .first()
      .waitFor();
    expect(await audit(guest)).toEqual([]);
    await button(guest, /^Take away Edge810/)
      .first()
      .click();
  });

  test('I hear what to do with a file that holds no samples', async () => {
    const { desk } = stage();
    await upload(desk);
    const buffer = Buffer.from('PK\u0003\u0004\u0014 [Content_Types].xml');
    await desk.getByLabel('Choisir des fichiers').setInputFiles({ name: 'suivi.xlsx', mimeType: '', buffer });
    await desk.getByRole('listitem').filter({ hasText: 'suivi' }).getByText('Envoyé, à importer').waitFor();
    await send(desk);
    await desk.getByRole('alert').filter({ hasText: /CSV/ }).waitFor();
    expect(await audit(desk)).toEqual([]);
  });

  test('I give a table without time its frequency, and see what its columns become', async () => {
    const { tablet } = stage();
    await upload(tablet);
    const file = { name: 'banc.csv', mimeType: 'text/csv', buffer: Buffer.from(plain) };
    await tablet.getByLabel('Choose files').setInputFiles(file);
    await tablet.getByText('banc.csv').tap();
    const columns = tablet.getByRole('region', { name: 'Columns' });
    await columns.getByRole('alert').waitFor();
    expect(await audit(tablet)).toEqual([]);
    await tablet.getByLabel('Frequency (Hz)').first().fill('100');
    await columns.getByText(/^4 rows read/).waitFor();
    await button(columns, /columns/i)
      .last()
      .tap();
    await send(tablet);
    await imported(tablet, 'banc.csv').waitFor();
  });

  test('I import a file on my phone and open what it became', async () => {
    const { phone } = stage();
    await upload(phone);
    await phone.getByLabel('Choisir des fichiers').setInputFiles(pathOf('optical'));
    expect(await audit(phone)).toEqual([]);
    await phone.getByRole('button', { name: /^Importer \d/ }).tap();
    // A thumb that meets the list while it grows taps again.
    await waitUntil('the record to open', async () => {
      if (!phone.url().includes('/records/')) await imported(phone, 'sync_B').tap();
      await phone.waitForURL('**/records/*', { timeout: 5000 }).catch(() => {});
      return phone.url().includes('/records/');
    });
    await phone.locator('.uplot canvas').first().waitFor();
    const { records } = await stage().coach.call(api.listRecords, { body: { search: 'sync_B' } });
    await waitUntil('one record of it', () => records.length === 1);
  });
}
