import { createHash } from 'node:crypto';
import { ApiError, NetworkError } from '@sillage/client';
import { type CsvMapping, refuse, type Upload } from '@sillage/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNotices } from '../../../base/notify.ts';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { LiveProvider } from '../../../live/live.tsx';
import { fakeLive } from '../../../testing/fake-live.ts';
import { type Answers, fakeServer } from '../../../testing/fake-server.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import type { HashAsked } from './hash-worker.ts';
import UploadScreen from './index.tsx';

const bytesOf = (blob: Blob) =>
  new Promise<Uint8Array>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(blob);
  });

const makeFile = (name: string, text = `t;v\n0;${name}\n`) => new File([text], name, { lastModified: 1 });
/** The worker that hashes, on this thread. */
class FakeWorker extends EventTarget {
  async postMessage({ id, blob }: HashAsked) {
    const digest = new Uint8Array(
      createHash('sha256')
        .update(await bytesOf(blob))
        .digest(),
    );
    this.dispatchEvent(new MessageEvent('message', { data: { id, digest } }));
  }
}
const uidOf = (number: number) => `0198f2f0-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** A server that takes files in pieces, and as records what it is not told to refuse. */
function uploadServer(answers: Answers = {}) {
  const begun: Upload[] = [];
  const find = (uid: string | number | boolean | undefined) => {
    const found = begun.find((upload) => upload.uid === uid);
    if (found === undefined) throw new ApiError(404, refuse('entity.notFound').body());
    return found;
  };
  const server = fakeServer({
    findSameFile: [],
    readCsvMapping: { mapping: null },
    listUploads: [],
    createUpload: ({ headers = {} }) => {
      const filename = /filename (\S+?),/.exec(headers['Upload-Metadata'] ?? '')?.[1] ?? '';
      const about = { filename: atob(filename), size: Number(headers['Upload-Length']), offset: 0 };
      begun.push({ uid: uidOf(begun.length), sha256: null, expires: 0, record_id: null, ...about });
      return find(uidOf(begun.length - 1));
    },
    readUpload: ({ params }) => find(params.uid),
    appendUpload: ({ params, bytes }) => {
      const upload = find(params.uid);
      begun[begun.indexOf(upload)] = { ...upload, offset: upload.offset + (bytes?.size ?? 0) };
      return undefined;
    },
    uploadRecord: { id: 5, task_id: 1 },
    ...answers,
  });
  return { server, nameOf: (uid: string | undefined) => find(uid).filename };
}

async function show(server: ReturnType<typeof fakeServer>) {
  await renderForTest(
    <LiveProvider live={fakeLive().live}>
      <UploadScreen />
    </LiveProvider>,
    server,
    '/records/9',
  );
  await screen.findByText('Déposez ici fichiers et dossiers');
}
const files = () => within(screen.getByRole('region', { name: 'Fichiers à importer' }));
const row = (name: string) => {
  const item = files().getByText(name).closest('li');
  if (item === null) throw new Error(`${name} has no row`);
  return within(item);
};
const pick = (chosen: File[]) =>
  fireEvent.change(screen.getByLabelText('Choisir des fichiers'), { target: { files: chosen } });
const importButton = (count: number) =>
  screen.getByRole('button', {
    name: count === 0 ? 'Importer' : count === 1 ? 'Importer 1 fichier' : `Importer ${count} fichiers`,
  });

beforeEach(() => {
  vi.stubGlobal('Worker', FakeWorker);
  useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  queryClient.clear();
  useSession.setState({ user: undefined });
  useNotices.setState({ waiting: [] });
});

it('sends files at once and makes records of them when asked, with what is said of all or of one', async () => {
  let refusing = true;
  const { server, nameOf } = uploadServer({
    listClientExercises: { items: [{ id: 6, uid: 'e', name: '500 m', client_id: 1, client_name: 'Pôle' }], total: 1 },
    uploadRecord: ({ body }) => {
      if (refusing && nameOf(body?.upload) === 'two.csv') throw new ApiError(422, refuse('file.noTime').body());
      return { id: 1, task_id: 1 };
    },
  });
  await show(server);
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
  await show(server);
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
  await show(server);
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
  await show(server);
  pick([makeFile('one.csv')]);
  await waitFor(() => expect(server.names()).toContain('appendUpload'));
  await userEvent.click(screen.getByRole('button', { name: 'Suspendre one.csv' }));
  expect(row('one.csv').getByText('Suspendu')).toBeTruthy();
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
        ...{ uid, filename: 'long.txt', size: file.size, offset, expires: 0, record_id: null },
        sha256: createHash('sha256').update('t;v\n0;long.txt\n').digest('hex'),
      },
    ],
    readUpload: () => ({
      ...{ uid, filename: 'long.txt', size: file.size, offset, sha256: null, expires: 0, record_id: null },
    }),
    appendUpload: ({ bytes }) => {
      offset += bytes?.size ?? 0;
      return undefined;
    },
  });
  await show(server);
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
      { uid: uidOf(7), filename: 'long.txt', size, offset: size, sha256: null, expires: 0, record_id: null },
    ],
    uploadRecord: () => {
      throw new ApiError(422, refuse('upload.corrupted').body());
    },
  });
  await show(server);
  await row('long.txt').findByText('Envoyé, à importer');
  await userEvent.click(importButton(1));
  await userEvent.click(await row('long.txt').findByRole('button', { name: 'Réessayer long.txt' }));
  expect(row('long.txt').getByText(/choisissez de nouveau ce fichier/)).toBeTruthy();
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
  await show(server);
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
  await show(server);
  for (const value of [1, 2]) pick([makeFile('REC1.csv', `t;v\n0;${value}\n`)]);
  expect(screen.getByRole('alert').textContent).toMatch(/^REC1\.csv semble déjà dans la liste\s: même nom/);
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter quand même' }));
  await waitFor(() => expect(files().getAllByText('Envoyé, à importer')).toHaveLength(2));
});

it('takes files and folders dropped anywhere, and says what became of them on another screen', async () => {
  let arrive = () => {};
  const arrived = new Promise<undefined>((resolve) => {
    arrive = () => resolve(undefined);
  });
  const { server } = uploadServer({ appendUpload: () => arrived });
  await show(server);
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

it('asks what the columns of a CSV mean that does not say it, and remembers it', async () => {
  const text = 'a;b;c\n1;1000;5,5\n2;2000;6,5\n3;3000;7,5\n';
  const { server } = uploadServer();
  await show(server);
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
  await show(server);
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
      { uid: uidOf(7), filename: 'logger.csv', size, offset: size, sha256: null, expires: 0, record_id: null },
    ],
  });
  await show(server);
  expect(await row('logger.csv').findByText(/ses colonnes ne sont plus connues/)).toBeTruthy();
  expect(importButton(0).hasAttribute('disabled')).toBe(true);
  await userEvent.click(row('logger.csv').getByRole('button', { name: 'Importer tel qu’il se lit' }));
  await row('logger.csv').findByText('Envoyé, à importer');
  expect(importButton(1).hasAttribute('disabled')).toBe(false);
});

it('says of a CSV that went away before it was looked at that it cannot be read', async () => {
  const { server } = uploadServer();
  await show(server);
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
  await show(server);
  pick([makeFile('logger.csv', '# longer\na;b;c\n1;1000;5,5\n2;2000;6,5\n3;3000;7,5\n')]);
  await row('logger.csv').findByText('Envoyé, à importer');
  await userEvent.click(importButton(1));
  await row('logger.csv').findByText('Importé');
  expect(server.given('uploadRecord')).toMatchObject([
    { body: { csv_mapping: { ...known, headerLine: 2, firstLine: 3 } } },
  ]);
});
