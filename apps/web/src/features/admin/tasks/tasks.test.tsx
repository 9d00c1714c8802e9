import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { useTableStates } from '../../../tables/table-states.ts';
import { type Answers, fakeServer } from '../../../testing/fake-server.ts';
import { makeParameter } from '../../../testing/make-parameter.ts';
import { makeTask } from '../../../testing/make-task.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { widenWindow } from '../../../testing/widen-window.ts';
import Backup from '../backup/index.tsx';
import Tasks from './index.tsx';
import { actionsOf } from './task-actions.ts';
import { durationText } from './task-words.ts';

const failed = makeTask({
  id: 7,
  executing: 4,
  executing_str: 'Error',
  status: { fr: 'Erreur', en: 'Error' },
  error: true,
  success: false,
  can_download: false,
  result: { msg: { fr: 'Fichier abîmé', en: 'Damaged' }, traceback: 'at run' },
});
const running = makeTask({
  id: 8,
  executing: 2,
  executing_str: 'Running',
  success: false,
  is_cancelable: true,
  can_download: false,
  progress: 0.62,
});

const backup = {
  name: 'backup.export',
  display_name: { fr: 'Sauvegarde', en: 'Backup' },
  startable: true,
  default_args: { with_files: true },
  with_file: false,
};
const decoding = {
  name: 'decode',
  display_name: { fr: 'Décodage', en: 'Decoding' },
  startable: false,
  default_args: {},
  with_file: false,
};

function taskServer(more: Answers = {}) {
  return fakeServer({
    listTasks: { items: [running, failed], total: 2 },
    listTaskStatus: [failed],
    countTasks: { counts: [0, 0, 1, 5, 1, 0] },
    readTaskInfos: { tasks: [backup, decoding], executing_str_table: [] },
    restartTask: failed,
    cancelTask: running,
    createTask: { task_id: 1 },
    createTaskWithFile: { task_id: 1 },
    listTimezones: { timezones: ['Europe/Paris'] },
    readParameter: makeParameter({ value: 'Europe/Paris' }),
    ...more,
  });
}

beforeEach(() => {
  useSession.setState({ user: makeUser({ roles: ['Admin'] }) });
  useTableStates.setState({ tables: {} });
  widenWindow();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

it('filters by state, with how many there are', async () => {
  const server = taskServer();
  await renderForTest(<Tasks />, server);
  const segment = await screen.findByRole('button', { name: /En erreur\s*1/ });
  await userEvent.click(segment);
  await waitFor(() => expect(server.given('listTasks').at(-1)).toMatchObject({ body: { executingState: [4] } }));
});

it('shows why a task failed, with its trace, and runs it again', async () => {
  const server = taskServer();
  await renderForTest(<Tasks />, server);
  const row = (await screen.findByText('#7')).closest('tr');
  if (row === null) throw new Error('no row');
  await userEvent.click(within(row).getByRole('button', { name: 'Sauvegarde' }));
  expect(await screen.findByText('Fichier abîmé')).toBeTruthy();
  expect(screen.getByText('at run')).toBeTruthy();
  await userEvent.click(within(row).getByRole('button', { name: 'Relancer #7' }));
  expect(server.given('restartTask')).toEqual([{ params: { id: 7 } }]);
});

it('stops a running task only after a question', async () => {
  const server = taskServer();
  await renderForTest(<Tasks />, server);
  await userEvent.click(await screen.findByRole('button', { name: 'Annuler la tâche… #8' }));
  expect(server.given('cancelTask')).toEqual([]);
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Annuler la tâche' }));
  expect(server.given('cancelTask')).toEqual([{ params: { id: 8 } }]);
});

it('shows staff the tasks of their client: no choice of clients, no start of what they may not start, no act on it', async () => {
  useSession.setState({ user: makeUser({ roles: ['Manager'] }) });
  const foreign = { ...failed, id: 9, may_handle: false };
  const server = taskServer({
    listTasks: { items: [failed, foreign], total: 2 },
    readTaskInfos: { tasks: [{ ...backup, startable: false }, decoding], executing_str_table: [] },
  });
  await renderForTest(<Tasks />, server);
  const rowOf = async (text: string) => within((await screen.findByText(text)).closest('tr') ?? document.body);
  expect((await rowOf('#9')).queryByRole('button', { name: /#9/ })).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Client' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Lancer une tâche' })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: /En erreur/ }));
  await waitFor(() => expect(server.given('listTasks').at(-1)).toMatchObject({ body: { executingState: [4] } }));
  await userEvent.click((await rowOf('#7')).getByRole('button', { name: 'Relancer #7' }));
  expect(server.given('restartTask')).toEqual([{ params: { id: 7 } }]);
});

it('filters by every kind, and offers to start only those that people may', async () => {
  const server = taskServer();
  await renderForTest(<Tasks />, server);
  await screen.findByText('#7');
  await userEvent.click(screen.getByRole('combobox', { name: 'Type de tâche' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Décodage' }));
  await waitFor(() => expect(server.given('listTasks').at(-1)).toMatchObject({ body: { names: ['decode'] } }));
  await userEvent.click(screen.getByRole('button', { name: 'Lancer une tâche' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('combobox'));
  expect((await screen.findAllByRole('option')).map((one) => one.textContent)).toEqual(['Sauvegarde']);
});

it('starts a task with its arguments as JSON, and none that cannot be read', async () => {
  const server = taskServer();
  await renderForTest(<Tasks />, server);
  await userEvent.click(await screen.findByRole('button', { name: 'Lancer une tâche' }));
  const args = await screen.findByLabelText('Arguments (JSON)');
  await userEvent.clear(args);
  expect(screen.getByText('Format JSON invalide')).toBeTruthy();
  await userEvent.type(args, '{{"with_files":false}');
  await userEvent.click(screen.getByRole('button', { name: 'Lancer' }));
  expect(server.given('createTask')).toEqual([
    { body: { name: 'backup.export', args: { with_files: false }, client_id: 1 } },
  ]);
});

it('offers in each state what the server takes', () => {
  const of = (more: Parameters<typeof makeTask>[0]) => actionsOf(makeTask(more));
  expect(of({})).toEqual(['download', 'archive', 'restart', 'delete']);
  expect(actionsOf(running)).toEqual(['cancel']);
  expect(actionsOf({ ...running, ask_cancel: true })).toEqual(['force']);
  expect(actionsOf({ ...running, may_handle: false, is_cancelable: false })).toEqual([]);
  expect(of({ may_handle: false })).toEqual(['download']);
  expect(of({ executing_str: 'Archived', can_download: false })).toEqual(['delete']);
});

it('says durations', () => {
  const said = [null, 0.42, 42.4, 252.9, 3761].map((seconds) => durationText(seconds, 'fr'));
  expect(said).toEqual(['–', '0,4\u00a0s', '42\u00a0s', '04:12', '1:02:41']);
});

it('backs up the active client, and no days that end before they begin', async () => {
  const server = taskServer();
  await renderForTest(<Backup />, server);
  await userEvent.type(await screen.findByLabelText('Enregistrements du'), '2026-05-02');
  await userEvent.type(screen.getByLabelText('au'), '2026-05-01');
  await userEvent.click(screen.getByRole('button', { name: 'Lancer la sauvegarde' }));
  expect(await screen.findByText('La fin précède le début')).toBeTruthy();
  await userEvent.clear(screen.getByLabelText('au'));
  await userEvent.click(screen.getByRole('button', { name: 'Lancer la sauvegarde' }));
  await waitFor(() =>
    expect(server.given('createTask')).toEqual([
      {
        body: {
          name: 'backup.export',
          args: { client_id: 1, with_files: true, start: '2026-05-02', end: null, timezone: 'Europe/Paris' },
        },
      },
    ]),
  );
});

it('restores a file only after a question', async () => {
  const server = taskServer();
  await renderForTest(<Backup />, server);
  const file = new File(['x'], 'a.zip');
  await userEvent.upload(await screen.findByLabelText('Sauvegarde'), file);
  await userEvent.click(screen.getByRole('button', { name: 'Restaurer…' }));
  expect(server.given('createTaskWithFile')).toEqual([]);
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Restaurer' }));
  expect(server.given('createTaskWithFile')).toMatchObject([
    { body: { name: 'backup.restore' }, file: { name: 'a.zip' } },
  ]);
});
