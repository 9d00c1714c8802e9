import { createHash } from 'node:crypto';
import type { CsvMapping } from '@sillage/contract';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import {
  importButton,
  makeFile,
  pick,
  prepareUploads,
  row,
  showUploads,
  uidOf,
  uploadServer,
} from './open-test-uploads.tsx';

prepareUploads();

it('asks what the columns of a CSV mean that does not say it, and remembers it', async () => {
  const text = 'a;b;c\n1;1000;5,5\n2;2000;6,5\n3;3000;7,5\n';
  const { server } = uploadServer();
  await showUploads(server);
  pick([makeFile('logger.csv', text)]);
  await row('logger.csv').findByText('Envoi terminé.');
  expect(importButton(0).hasAttribute('disabled')).toBe(true);
  await userEvent.click(row('logger.csv').getByRole('button', { name: 'Régler' }));
  const mapper = within(screen.getByRole('region', { name: 'Colonnes' }));
  expect(mapper.getByRole('combobox', { name: 'Séparateur' }).textContent).toBe('Point-virgule');
  expect(mapper.getByRole('combobox', { name: 'Décimale' }).textContent).toMatch(/^Virgule/);
  expect(mapper.getByRole('alert').textContent).toContain('Aucune colonne de temps');
  await userEvent.selectOptions(mapper.getByRole('combobox', { name: 'Rôle de la colonne b' }), 'Temps');
  await userEvent.selectOptions(mapper.getByRole('combobox', { name: 'Unité du temps' }), 'ms');
  await userEvent.selectOptions(mapper.getByRole('combobox', { name: 'Rôle de la colonne a' }), 'Ignorer');
  await userEvent.type(mapper.getByRole('textbox', { name: 'Unité, colonne 3' }), 'W');
  expect(await mapper.findByText(/^3 lignes lues/)).toBeTruthy();
  await userEvent.click(mapper.getByRole('button', { name: 'Valider ces colonnes' }));
  await userEvent.click(importButton(1));
  await row('logger.csv').findByText('Importé');
  const mapping = {
    ...{ delimiter: ';', decimal: ',', headerLine: 1, firstLine: 2, time: { index: 1, unitSeconds: 1e-3 } },
    columns: [{ index: 2, name: 'c', unit: 'W' }],
  };
  expect(server.given('uploadRecord')).toMatchObject([{ body: { csv_mapping: mapping } }]);
  const header = createHash('sha256').update('a\nb\nc').digest('hex');
  expect(server.given('keepCsvMapping')).toMatchObject([{ params: { header }, body: mapping }]);
});

it('sends what is shown of the columns, and no file whose own rate is none', async () => {
  const { server } = uploadServer();
  await showUploads(server);
  expect(screen.getByRole('combobox', { name: 'Fuseau horaire' }).getAttribute('value')).toBe('Celui du club');
  pick([makeFile('logger.csv', 'time (s);acc\n0,5;1\n1,5;2\n2,5;3\n')]);
  await row('logger.csv').findByText('Envoyé, à importer');
  await userEvent.click(row('logger.csv').getByRole('button', { name: /logger\.csv/, pressed: false }));
  const own = within(screen.getByRole('region', { name: 'logger.csv' }));
  await userEvent.type(own.getByRole('textbox', { name: 'Unité, colonne 2' }), 'g');
  const rate = own.getByRole('textbox', { name: 'Fréquence (Hz)' });
  await userEvent.type(rate, '1OO');
  expect(importButton(0).hasAttribute('disabled')).toBe(true);
  expect(row('logger.csv').getByText(/^Fréquence invalide/)).toBeTruthy();
  await userEvent.clear(rate);
  await userEvent.click(importButton(1));
  await row('logger.csv').findByText('Importé');
  const [asked] = server.given('uploadRecord');
  expect(asked?.body).toMatchObject({ csv_mapping: { columns: [{ index: 1, name: 'acc', unit: 'g' }] } });
  expect(asked?.body).not.toHaveProperty('timezone');
});

it('asks for a CSV again that was sent before a reload: nobody knows any more what its columns mean', async () => {
  const { size } = makeFile('logger.csv');
  const { server } = uploadServer({
    listUploads: [
      {
        uid: uidOf(7),
        client_id: 1,
        filename: 'logger.csv',
        size,
        offset: size,
        sha256: null,
        expires: 0,
        record_id: null,
      },
    ],
  });
  await showUploads(server);
  expect(await row('logger.csv').findByText(/ses colonnes ne sont plus connues/)).toBeTruthy();
  expect(importButton(0).hasAttribute('disabled')).toBe(true);
  await userEvent.click(row('logger.csv').getByRole('button', { name: 'Importer tel qu’il se lit' }));
  await row('logger.csv').findByText('Envoyé, à importer');
  expect(importButton(1).hasAttribute('disabled')).toBe(false);
});

it('says of a CSV that went away before it was looked at that it cannot be read', async () => {
  const { server } = uploadServer();
  await showUploads(server);
  const file = makeFile('gone.csv');
  file.slice = () => {
    throw new DOMException('', 'NotReadableError');
  };
  pick([file]);
  expect((await row('gone.csv').findByRole('alert')).textContent).toContain('n’est plus lisible');
});

it('uses what the club decided of files with the same names', async () => {
  const known: CsvMapping = {
    ...{ delimiter: ';', decimal: ',', headerLine: 1, firstLine: 2, time: { index: 1, unitSeconds: 1e-3 } },
    columns: [{ index: 2, name: 'power', unit: 'W' }],
  };
  const { server } = uploadServer({ readCsvMapping: { mapping: known } });
  await showUploads(server);
  pick([makeFile('logger.csv', '# longer\na;b;c\n1;1000;5,5\n2;2000;6,5\n3;3000;7,5\n')]);
  await row('logger.csv').findByText('Envoyé, à importer');
  await userEvent.click(importButton(1));
  await row('logger.csv').findByText('Importé');
  expect(server.given('uploadRecord')).toMatchObject([
    { body: { csv_mapping: { ...known, headerLine: 2, firstLine: 3 } } },
  ]);
});
