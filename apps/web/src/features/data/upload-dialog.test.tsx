import { ApiError } from '@sillage/client';
import { refuse } from '@sillage/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useNotices } from '../../base/notify.ts';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { UploadDialog } from './upload-dialog.tsx';

const makeFile = (name: string) => new File(['t;v\n0;1\n'], name, { lastModified: 1 });
const choose = 'Choisissez des fichiers, ou déposez-les ici';
const findDialog = async () => within(await screen.findByRole('dialog', { name: 'Nouvelle donnée' }));

/** A server that takes a file when it is told to. */
function slowServer() {
  const takes: (() => void)[] = [];
  const server = fakeServer({
    uploadRecord: () => new Promise((resolve) => takes.push(() => resolve({ id: 1, task_id: 1 }))),
  });
  const takeNext = async () => {
    await waitFor(() => expect(takes).not.toHaveLength(0));
    takes.shift()?.();
  };
  return { ...server, takeNext };
}

afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
  useNotices.setState({ waiting: [] });
});

it('imports several files with what is said of all of them; one that is refused stays with its reason', async () => {
  useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
  let refusing = true;
  const server = fakeServer({
    listClientExercises: { items: [{ id: 6, uid: 'e', name: '500 m', client_id: 1, client_name: 'Pôle' }], total: 1 },
    listClientGroups: { items: [{ id: 9, name: 'Senior', client_id: 1 }], total: 1 },
    uploadRecord: (given) => {
      if (refusing && given.file?.name === 'two.csv') throw new ApiError(422, refuse('file.noTime').body());
      return { id: 1, task_id: 1 };
    },
  });
  const onClose = vi.fn();
  await renderForTest(<UploadDialog onClose={onClose} />, server);
  const dialog = await findDialog();
  const files = ['one.csv', 'two.csv', 'three.txt'].map(makeFile);
  await userEvent.upload(dialog.getByLabelText(choose), files);
  expect(within(dialog.getByRole('list', { name: 'Fichiers à importer' })).getAllByRole('listitem')).toHaveLength(3);
  await userEvent.click(dialog.getByRole('combobox', { name: 'Exercice' }));
  await userEvent.click(await screen.findByRole('option', { name: '500 m' }));
  await userEvent.click(dialog.getByRole('combobox', { name: /Groupe/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Senior' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Commentaire' }), 'vent');
  await userEvent.click(dialog.getByRole('button', { name: 'Importer 3 fichiers' }));

  expect((await dialog.findByRole('alert')).textContent).toBeTruthy();
  expect(dialog.getAllByText('Importé')).toHaveLength(2);
  const sent = () =>
    server
      .given('uploadRecord')
      .map(({ file, body }) => [file?.name, body?.exercise_name, body?.group_id, body?.comment]);
  expect(sent()).toEqual(['one.csv', 'two.csv', 'three.txt'].map((name) => [name, '500 m', 9, 'vent']));
  expect(onClose).not.toHaveBeenCalled();
  // What was refused comes first.
  expect(dialog.getAllByRole('listitem').map((row) => row.textContent?.split(/\d/)[0])).toEqual([
    'two.csv',
    'one.csv',
    'three.txt',
  ]);

  refusing = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Réessayer 1 fichier' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent().slice(3)).toEqual([['two.csv', '500 m', 9, 'vent']]);
});

it('says of files beyond what an import takes that they were left out', async () => {
  useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
  await renderForTest(<UploadDialog onClose={vi.fn()} />, fakeServer({}));
  const dialog = await findDialog();
  await userEvent.upload(
    dialog.getByLabelText(choose),
    Array.from({ length: 53 }, (_, at) => makeFile(`${at}.csv`)),
  );
  expect(dialog.getAllByRole('listitem')).toHaveLength(50);
  expect(dialog.getByRole('alert').textContent).toBe('3 fichiers de trop n’ont pas été pris. Importez-les ensuite.');
  expect(dialog.getByRole('button', { name: 'Importer 50 fichiers' })).toBeTruthy();
});

it('takes what was left out once others are imported, although one was refused', async () => {
  useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
  const server = fakeServer({
    uploadRecord: ({ file }) => {
      if (file?.name === '0.csv') throw new ApiError(422, refuse('file.noTime').body());
      return { id: 1, task_id: 1 };
    },
  });
  await renderForTest(<UploadDialog onClose={vi.fn()} />, server);
  const dialog = await findDialog();
  const files = Array.from({ length: 53 }, (_, at) => makeFile(`${at}.csv`));
  await userEvent.upload(dialog.getByLabelText(choose), files);
  await userEvent.click(dialog.getByRole('button', { name: 'Importer 50 fichiers' }));
  expect(await dialog.findByRole('button', { name: 'Réessayer 1 fichier' })).toBeTruthy();
  await userEvent.upload(dialog.getByLabelText(choose), files.slice(50));
  expect(dialog.getByText('52.csv')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Réessayer 4 fichiers' }));
  await waitFor(() => expect(dialog.getAllByText('Importé')).toHaveLength(52));
});

it('says which file looks like one in the list, and takes it when it is another one', async () => {
  useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
  const server = slowServer();
  await renderForTest(<UploadDialog onClose={vi.fn()} />, server);
  const dialog = await findDialog();
  const twins = ['t;v\n0;1\n', 't;v\n0;2\n'].map((text) => new File([text], 'REC1.csv', { lastModified: 1 }));
  for (const twin of twins) await userEvent.upload(dialog.getByLabelText(choose), [twin]);
  expect(dialog.getByRole('alert').textContent).toBe(
    'REC1.csv semble déjà dans la liste : même nom, même taille, même date.',
  );
  expect(dialog.getAllByRole('listitem')).toHaveLength(1);
  await userEvent.click(dialog.getByRole('button', { name: 'Ajouter quand même' }));
  expect(dialog.queryByRole('alert')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Importer 2 fichiers' }));
  await server.takeNext();
  await server.takeNext();
  const sent = server.given('uploadRecord').map(({ file }) => file?.content);
  expect(sent).toEqual(twins);
});

it('stays open with files that were added while others were sent', async () => {
  useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
  const server = slowServer();
  const onClose = vi.fn();
  await renderForTest(<UploadDialog onClose={onClose} />, server);
  const dialog = await findDialog();
  await userEvent.upload(dialog.getByLabelText(choose), [makeFile('one.csv')]);
  await userEvent.click(dialog.getByRole('button', { name: 'Importer 1 fichier' }));
  expect(dialog.getByText('Vous pouvez fermer : l’envoi continue.')).toBeTruthy();
  await userEvent.upload(dialog.getByLabelText(choose), [makeFile('two.csv')]);
  expect(dialog.getByText(/1 fichier ajouté depuis attend\s: importez-le ensuite\./)).toBeTruthy();
  await server.takeNext();
  await userEvent.click(await dialog.findByRole('button', { name: 'Importer 1 fichier' }));
  expect(onClose).not.toHaveBeenCalled();
  await server.takeNext();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.given('uploadRecord').map(({ file }) => file?.name)).toEqual(['one.csv', 'two.csv']);
});

it('closes no other dialog when an import ends that went on without its own', async () => {
  useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
  const server = slowServer();
  await renderForTest(<Dialogs />, server);
  const dialog = await findDialog();
  await userEvent.upload(dialog.getByLabelText(choose), [makeFile('one.csv')]);
  await userEvent.click(dialog.getByRole('button', { name: 'Importer 1 fichier' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Fermer' }));
  await userEvent.click(await screen.findByRole('button', { name: 'open' }));
  await userEvent.type((await findDialog()).getByRole('textbox', { name: 'Commentaire' }), 'vent');
  await server.takeNext();
  await waitFor(() => expect(useNotices.getState().waiting.map(({ text }) => text)).toContain(done));
  expect((await findDialog()).getByDisplayValue('vent')).toBeTruthy();
});

const done = '1 fichier importé, décodage en cours.';

function Dialogs(): ReactNode {
  const [opened, setOpened] = useState(1);
  const [isOpen, setOpen] = useState(true);
  const open = () => {
    setOpened(opened + 1);
    setOpen(true);
  };
  return isOpen ? (
    <UploadDialog key={opened} onClose={() => setOpen(false)} />
  ) : (
    <button type="button" onClick={open}>
      open
    </button>
  );
}
