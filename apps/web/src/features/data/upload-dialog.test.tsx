import { ApiError } from '@sillage/client';
import { refuse } from '@sillage/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { UploadDialog } from './upload-dialog.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
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
  const dialog = within(await screen.findByRole('dialog', { name: 'Nouvelle donnée' }));
  const files = ['one.csv', 'two.csv', 'three.txt'].map((name) => new File(['t;v\n0;1\n'], name));
  await userEvent.upload(dialog.getByLabelText('Choisissez des fichiers, ou déposez-les ici'), files);
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

it('says of files beyond what an import takes that they were left out, and takes the same file once', async () => {
  useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
  await renderForTest(<UploadDialog onClose={vi.fn()} />, fakeServer({}));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nouvelle donnée' }));
  const pick = dialog.getByLabelText('Choisissez des fichiers, ou déposez-les ici');
  const files = Array.from({ length: 53 }, (_, at) => new File(['t;v\n0;1\n'], `${at}.csv`, { lastModified: 1 }));
  await userEvent.upload(pick, files.slice(0, 2));
  await userEvent.upload(pick, files);
  expect(dialog.getAllByRole('listitem')).toHaveLength(50);
  expect(dialog.getByRole('alert').textContent).toBe('3 fichiers de trop n’ont pas été pris. Importez-les ensuite.');
  expect(dialog.getByRole('button', { name: 'Importer 50 fichiers' })).toBeTruthy();
});
