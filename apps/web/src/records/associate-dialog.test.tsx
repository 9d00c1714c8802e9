import { ApiError } from '@sillage/client';
import { type RecordEdit, refuse } from '@sillage/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useNotices } from '../base/notify.ts';
import { queryClient } from '../base/query-client.ts';
import { useSession } from '../base/session.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { makeRecord } from '../testing/make-record.ts';
import { makeUser } from '../testing/make-user.ts';
import { renderForTest } from '../testing/render-for-test.tsx';
import { AssociateDialog } from './associate-dialog.tsx';
import { editEach } from './edit-each.ts';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

const two = [
  makeRecord({ id: 1, comment: 'vent', exercise_name: '500 m', timezone: 'Europe/Paris', favorite: true }),
  makeRecord({
    id: 2,
    comment: 'plat',
    exercise_name: '500 m',
    timezone: 'Asia/Tokyo',
    favorite: false,
    user_ids: [8],
  }),
];

async function open(records = two, refused: readonly number[] = []) {
  const close = vi.fn();
  const refusals = new Set(refused);
  const server = fakeServer({
    editRecord: ({ params }) => {
      if (refusals.delete(Number(params.id))) throw new ApiError(404, refuse('entity.notFound').body());
      return makeRecord({ id: Number(params.id) });
    },
  });
  await renderForTest(<AssociateDialog records={records} onClose={close} />, server);
  await screen.findByRole('dialog');
  const save = (name = 'Enregistrer') => userEvent.click(screen.getByRole('button', { name }));
  const sent = () => server.given('editRecord').map(({ params, body }) => [params.id, body as RecordEdit]);
  return { close, save, sent };
}

describe('several records', () => {
  it('that were changed go back by a word, each to what it said', async () => {
    const { save, sent, close } = await open();
    await userEvent.type(screen.getByLabelText('Commentaire'), 'pluie');
    await save();
    await waitFor(() => expect(close).toHaveBeenCalled());
    const notice = useNotices.getState().waiting.at(-1);
    expect(notice?.text).toBe('2 enregistrements modifiés.');
    notice?.action?.run();
    await waitFor(() => expect(sent()).toHaveLength(4));
    expect(sent().slice(2)).toEqual([
      [1, { comment: 'vent' }],
      [2, { comment: 'plat' }],
    ]);
  });

  it('say where they differ, and keep what nobody changed', async () => {
    const { save, sent, close } = await open();
    expect(screen.getAllByText('Plusieurs valeurs').length).toBeGreaterThanOrEqual(1);
    expect(screen.getByLabelText('Commentaire').getAttribute('placeholder')).toBe('Plusieurs valeurs');
    expect(screen.getByLabelText<HTMLInputElement>('Exercice').value).toBe('500 m');
    await userEvent.clear(screen.getByLabelText('Exercice'));
    await userEvent.type(screen.getByLabelText('Exercice'), '1 000 m');
    await save();
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(sent()).toEqual([
      [1, { exercise_name: '1 000 m' }],
      [2, { exercise_name: '1 000 m' }],
    ]);
  });

  it('lose nothing to what was typed by mistake and taken back', async () => {
    const { save, sent, close } = await open();
    await userEvent.type(screen.getByLabelText('Commentaire'), 'x');
    await userEvent.clear(screen.getByLabelText('Commentaire'));
    await save();
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(sent()).toEqual([]);
  });

  it('name the one that was not changed, which alone is tried again', async () => {
    const { save, sent, close } = await open(two, [2]);
    await userEvent.type(screen.getByLabelText('Commentaire'), 'ok');
    await save();
    expect((await screen.findByRole('alert')).textContent).toContain('Introuvable');
    expect(close).not.toHaveBeenCalled();
    expect(useNotices.getState().waiting.at(-1)).toMatchObject({
      text: 'Enregistrement modifié.',
      action: { label: 'Annuler' },
    });
    await save('Réessayer pour 1');
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(sent().map(([id]) => id)).toEqual([1, 2, 2]);
  });
});

it('edits a few at once, however many there are', async () => {
  let underWay = 0;
  let most = 0;
  const done: number[] = [];
  const ids = Array.from({ length: 30 }, (_, n) => n);
  await editEach(ids, async (id) => {
    most = Math.max(most, ++underWay);
    await Promise.resolve();
    underWay--;
    done.push(id);
  });
  expect(done.sort((a, b) => a - b)).toEqual(ids);
  expect(most).toBe(4);
});
