import { createHash } from 'node:crypto';
import { ApiError, NetworkError } from '@sillage/client';
import { refuse } from '@sillage/contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { setActiveClient } from '../../../base/active-client.ts';
import { useNotices } from '../../../base/notify.ts';
import { useSession } from '../../../base/session.ts';
import { makeUser } from '../../../testing/make-user.ts';
import {
  files,
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

it('sends files at once and makes records of them when asked, with what is said of all or of one', async () => {
  let refusing = true;
  const { server, nameOf } = uploadServer({
    listClientExercises: { items: [{ id: 6, uid: 'e', name: '500 m', client_id: 1, client_name: 'Pôle' }], total: 1 },
    uploadRecord: ({ body }) => {
      if (refusing && nameOf(body?.upload) === 'two.csv') throw new ApiError(422, refuse('file.noTime').body());
      return { id: 1, task_id: 1 };
    },
  });
  await showUploads(server);
  pick(['one.csv', 'two.csv', 'three.txt'].map((name) => makeFile(name)));
  await waitFor(() => expect(files().getAllByText('Envoyé, à importer')).toHaveLength(3));
  expect(server.given('uploadRecord')).toEqual([]);
  await userEvent.type(screen.getByRole('textbox', { name: 'Commentaire' }), 'vent');
  await userEvent.click(row('three.txt').getByRole('button', { name: /three\.txt/, pressed: false }));
  const own = within(screen.getByRole('region', { name: 'three.txt' }));
  await userEvent.clear(own.getByRole('textbox', { name: 'Commentaire' }));
  await userEvent.type(own.getByRole('textbox', { name: 'Commentaire' }), 'calme');
  fireEvent.change(own.getByRole('textbox', { name: 'Date et heure' }), { target: { value: '31/02/2026 10:00' } });
  expect(importButton(3)).toHaveProperty('disabled', true);
  fireEvent.change(own.getByRole('textbox', { name: 'Date et heure' }), { target: { value: '16/05/2026 09:05' } });
  await userEvent.click(importButton(3));
  expect((await row('two.csv').findByRole('alert')).textContent).toContain('colonne de temps');
  await waitFor(() => expect(files().getAllByText('Importé')).toHaveLength(2));
  const sent = () => server.given('uploadRecord').map(({ body }) => [nameOf(body?.upload), body?.comment, body?.date]);
  expect(sent()).toEqual([
    ['one.csv', 'vent', undefined],
    ['two.csv', 'vent', undefined],
    ['three.txt', 'calme', '2026-05-16T09:05:00'],
  ]);
  // What was refused comes first, and needs no second sending.
  expect(files().getAllByRole('listitem')[0]?.textContent).toContain('two.csv');
  refusing = false;
  const pieces = server.given('appendUpload').length;
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer two.csv' }));
  await waitFor(() => expect(files().getAllByText('Importé')).toHaveLength(3));
  expect(server.given('appendUpload')).toHaveLength(pieces);
});

it('says of a file that is here already which record it is, and imports it a second time only when asked', async () => {
  const { server } = uploadServer({ findSameFile: [{ id: 8, basename: 'Endurance B1', date: '08/05/2026 09:00:00' }] });
  await showUploads(server);
  pick([makeFile('parcours.gpx')]);
  expect(await row('parcours.gpx').findByText(/Endurance B1/)).toBeTruthy();
  expect(row('parcours.gpx').getByRole('link', { name: 'Ouvrir' }).getAttribute('href')).toBe('/records/8');
  expect(server.names()).not.toContain('createUpload');
  await userEvent.click(row('parcours.gpx').getByRole('button', { name: 'Importer quand même' }));
  await row('parcours.gpx').findByText('Envoyé, à importer');
  await userEvent.click(importButton(1));
  await row('parcours.gpx').findByText('Importé');
  expect(server.given('uploadRecord')).toMatchObject([{ body: { again: true } }]);
});

it('finds the record of an upload whose last answer was lost', async () => {
  let asked = 0;
  const { server } = uploadServer({
    uploadRecord: () => {
      asked += 1;
      if (asked === 1) throw new NetworkError('lost');
      return { id: 7, task_id: 1 };
    },
  });
  await showUploads(server);
  pick([makeFile('one.csv')]);
  await row('one.csv').findByText('Envoyé, à importer');
  await userEvent.click(importButton(1));
  await waitFor(() => expect(asked).toBe(1));
  dispatchEvent(new Event('online'));
  await row('one.csv').findByText('Importé');
  expect(row('one.csv').getByRole('link', { name: 'Ouvrir' }).getAttribute('href')).toBe('/records/7');
});

it('pauses a file and goes on, and takes one away with what the server has of it', async () => {
  let letGo = () => {};
  const { server } = uploadServer({
    appendUpload: ({ signal }) =>
      new Promise((resolve, reject) => {
        letGo = () => resolve(undefined);
        signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      }),
  });
  await showUploads(server);
  pick([makeFile('one.csv')]);
  await waitFor(() => expect(server.names()).toContain('appendUpload'));
  await userEvent.click(screen.getByRole('button', { name: 'Suspendre one.csv' }));
  expect(await row('one.csv').findByText('Suspendu')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Reprendre one.csv' }));
  await waitFor(() => expect(server.given('appendUpload')).toHaveLength(2));
  expect(server.given('createUpload')).toHaveLength(1);
  letGo();
  await userEvent.click(screen.getByRole('button', { name: 'Retirer one.csv' }));
  await waitFor(() => expect(server.given('deleteUpload')).toMatchObject([{ params: { uid: uidOf(0) } }]));
  expect(screen.queryByText('one.csv')).toBeNull();
});

it('offers after a reload to go on with what was begun, once its file is chosen again', async () => {
  const file = makeFile('long.txt');
  const uid = uidOf(77);
  let offset = 4;
  const { server } = uploadServer({
    listUploads: () => [
      {
        ...{ uid, client_id: 1, filename: 'long.txt', size: file.size, offset, expires: 0, record_id: null },
        sha256: createHash('sha256').update('t;v\n0;long.txt\n').digest('hex'),
      },
    ],
    readUpload: () => ({
      ...{
        uid,
        client_id: 1,
        filename: 'long.txt',
        size: file.size,
        offset,
        sha256: null,
        expires: 0,
        record_id: null,
      },
    }),
    appendUpload: ({ bytes }) => {
      offset += bytes?.size ?? 0;
      return undefined;
    },
  });
  await showUploads(server);
  expect(await screen.findByText(/choisissez de nouveau ce fichier/)).toBeTruthy();
  pick([file]);
  await row('long.txt').findByText('Envoyé, à importer');
  expect(files().getAllByRole('listitem')).toHaveLength(1);
  expect(server.names()).not.toContain('createUpload');
  expect(server.given('appendUpload').map(({ headers }) => headers?.['Upload-Offset'])).toEqual(['4']);
});

it('asks for the file again when what the server has of it is damaged', async () => {
  const size = makeFile('long.txt').size;
  const { server } = uploadServer({
    listUploads: [
      {
        uid: uidOf(7),
        client_id: 1,
        filename: 'long.txt',
        size,
        offset: size,
        sha256: null,
        expires: 0,
        record_id: null,
      },
    ],
    uploadRecord: () => {
      throw new ApiError(422, refuse('upload.corrupted').body());
    },
  });
  await showUploads(server);
  await screen.findByText('long.txt');
  await row('long.txt').findByText('Envoyé, à importer');
  await userEvent.click(importButton(1));
  await userEvent.click(await row('long.txt').findByRole('button', { name: 'Réessayer long.txt' }));
  expect(await row('long.txt').findByText(/choisissez de nouveau ce fichier/)).toBeTruthy();
  expect(server.given('uploadRecord')).toHaveLength(1);
});

it('stays paused when it is paused while the server is asked about it', async () => {
  let answer = () => {};
  const { server } = uploadServer({
    findSameFile: () =>
      new Promise((resolve) => {
        answer = () => resolve([]);
      }),
  });
  await showUploads(server);
  pick([makeFile('one.txt')]);
  await waitFor(() => expect(server.names()).toContain('findSameFile'));
  await userEvent.click(screen.getByRole('button', { name: 'Tout suspendre' }));
  answer();
  pick([makeFile('two.txt')]);
  await row('two.txt').findByText('En attente');
  expect(row('one.txt').getByText('Suspendu')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Tout reprendre' }));
  await waitFor(() => expect(server.given('findSameFile')).toHaveLength(2));
  answer();
  await row('one.txt').findByText('Envoyé, à importer');
});

it('says which file looks like one in the list, and takes it when it is another one', async () => {
  const { server } = uploadServer();
  await showUploads(server);
  for (const value of [1, 2]) pick([makeFile('REC1.csv', `t;v\n0;${value}\n`)]);
  expect((await screen.findByRole('alert')).textContent).toMatch(/^REC1\.csv semble déjà dans la liste\s: même nom/);
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter quand même' }));
  await waitFor(() => expect(files().getAllByText('Envoyé, à importer')).toHaveLength(2));
});

it('takes files and folders dropped anywhere, and says what became of them on another screen', async () => {
  let arrive = () => {};
  const arrived = new Promise<undefined>((resolve) => {
    arrive = () => resolve(undefined);
  });
  const { server } = uploadServer({ appendUpload: () => arrived });
  await showUploads(server);
  const file = makeFile('inner.csv');
  const entry = {
    isFile: true,
    isDirectory: false,
    name: file.name,
    file: (found: (file: File) => void) => found(file),
  };
  const unreadable = {
    ...{ ...entry, name: 'locked.csv' },
    file: (_: unknown, fail: (problem: DOMException) => void) => fail(new DOMException('', 'NotReadableError')),
  };
  let read = false;
  const folder = {
    ...{ isFile: false, isDirectory: true, name: 'folder' },
    createReader: () => ({
      readEntries(found: (entries: unknown[]) => void) {
        found(read ? [] : [unreadable, entry, { ...entry, name: '.DS_Store' }]);
        read = true;
      },
    }),
  };
  const dataTransfer = { types: ['Files'], files: [], items: [{ webkitGetAsEntry: () => folder }] };
  fireEvent.drop(document.body, { dataTransfer });
  await screen.findByText('inner.csv');
  expect(useNotices.getState().waiting.map(({ text }) => text)).toContain(
    '1 fichier déposé est illisible et n’a pas été pris.',
  );
  await waitFor(() => expect(server.names()).toContain('appendUpload'));
  await userEvent.click(importButton(1));
  cleanup();
  arrive();
  await waitFor(() =>
    expect(useNotices.getState().waiting.map(({ text }) => text)).toContain('1 fichier importé, décodage en cours.'),
  );
});

it('imports files into the club that they were begun for, also after a reload and while another one is looked at', async () => {
  useSession.setState({ user: makeUser({ roles: ['Admin'] }) });
  const begun = { uid: uidOf(7), client_id: 2, filename: 'other.txt', size: 3, offset: 3, sha256: null };
  const { server } = uploadServer({ listUploads: [{ ...begun, expires: 0, record_id: null }] });
  await showUploads(server);
  await userEvent.type(screen.getByRole('textbox', { name: 'Commentaire' }), 'vent');
  pick([makeFile('one.txt')]);
  await row('one.txt').findByText('Envoyé, à importer');
  expect(server.given('createUpload')[0]?.headers?.['Upload-Metadata']).toContain(`,client_id ${btoa('1')}`);
  expect(files().getAllByRole('listitem')).toHaveLength(1);
  act(() => setActiveClient({ id: 2, name: 'Autre club', logo: null }));
  await screen.findByText('other.txt');
  expect(await row('other.txt').findByText('Envoyé, à importer')).toBeTruthy();
  expect(files().getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByRole('textbox', { name: 'Commentaire' })).toHaveProperty('value', '');
  await userEvent.click(importButton(1));
  await row('other.txt').findByText('Importé');
  expect(server.given('uploadRecord')).toMatchObject([{ body: { client_id: 2, comment: '' } }]);
  act(() => setActiveClient({ id: 1, name: 'Pôle', logo: null }));
  await screen.findByText('one.txt');
  await userEvent.click(importButton(1));
  await row('one.txt').findByText('Importé');
  expect(server.given('uploadRecord')[1]).toMatchObject({ body: { client_id: 1, comment: 'vent' } });
});

it('brings the form of a chosen file into sight once, not whenever something changes', async () => {
  const { server } = uploadServer();
  await showUploads(server);
  pick([makeFile('one.csv'), makeFile('two.csv')]);
  await waitFor(() => expect(files().getAllByText('Envoyé, à importer')).toHaveLength(2));
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  await userEvent.click(row('one.csv').getByRole('button', { name: /one\.csv/, pressed: false }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Commentaire' }), 'vent');
  expect(scrolled).toHaveBeenCalledOnce();
  await userEvent.click(row('two.csv').getByRole('button', { name: /two\.csv/, pressed: false }));
  expect(scrolled).toHaveBeenCalledTimes(2);
  scrolled.mockRestore();
});
