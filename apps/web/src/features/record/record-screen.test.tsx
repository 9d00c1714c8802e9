import { ApiError } from '@sillage/client';
import { type Record, refuse } from '@sillage/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { LiveProvider } from '../../live/live.tsx';
import { fakeLive } from '../../testing/fake-live.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { makeTask } from '../../testing/make-task.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import Screen from './index.tsx';

const { live } = fakeLive();

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

/** Records of a session, in the order of time. */
const ofSession = ['Inès', 'Lou'].map((firstname, n) =>
  makeRecord({ id: 21 + n, seance_id: 9, users: [{ id: n, firstname, lastname: 'Un' }], exercise_name: null }),
);

async function open(answer: Record | ApiError, records = ofSession) {
  const server = fakeServer({
    readRecord: answer,
    listRecordErrors: [{ type: 'FATAL', msg: { fr: 'En-tête illisible', en: 'Bad header' }, date: '2026-05-16' }],
    decodeRecord: { task_id: 1, step_id: null },
    listTaskStatus: [
      makeTask({
        messages_history: [
          { date: '2026-05-16T07:20:00.000Z', type: 'SUCCESS', msg: { fr: 'Décodé : 3 modules', en: 'Decoded' } },
        ],
      }),
    ],
    listRecords: { records, total: records.length },
    estimateRecordFile: { bytes: 1000, files: 2, is_zip: true },
    readRecordStatistics: { default: { data: [] }, specific: { headers: [], data: [] } },
  });
  const { pathname } = await renderForTest(
    <LiveProvider live={live}>
      <Screen />
    </LiveProvider>,
    server,
  );
  return { names: server.names, pathname };
}

it('says that the record is being decoded', async () => {
  await open(makeRecord({ decode_state: 'decoding', visualisable: false, available_data: {} }));
  expect(await screen.findByText('Décodage en cours')).toBeTruthy();
});

const empty = { available_data: {}, modules: {}, preview: null, visualisable: false };

it.each([
  [1, 'Trop court, rien à lire'],
  [11, 'Aucune mesure'],
])('says calmly of a record of %d s that it holds nothing, and deletes it', async (duration, title) => {
  const { names: calls } = await open(makeRecord({ ...empty, duration }));
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Supprimer…' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Supprimer' }));
  expect(calls()).toContain('deleteRecords');
});

it('goes on showing the curves of the earlier decoding while the record is decoded again, and says so', async () => {
  await open(makeRecord({ decode_state: 'decoding' }));
  expect(await screen.findByText(/les courbes montrées sont celles du décodage précédent/)).toBeTruthy();
  expect(await screen.findByRole('toolbar', { name: 'Outils des courbes' })).toBeTruthy();
});

it('clears the messages of a record that can be read, once it was asked', async () => {
  const { names: calls } = await open(makeRecord({ nb_errors: 1 }));
  await userEvent.click(await screen.findByRole('tab', { name: /^Erreurs/ }));
  expect(await screen.findByText('En-tête illisible')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Effacer ces messages…' }));
  expect(calls()).not.toContain('clearRecordErrors');
  await userEvent.click(await screen.findByRole('button', { name: 'Effacer' }));
  expect(calls()).toContain('clearRecordErrors');
});

it('says since when the device of a record is away, and ends the record', async () => {
  const { names: calls } = await open(
    makeRecord({ decode_state: 'recording', visualisable: false, device_away: { since: '2026-05-16T07:12:00Z' } }),
  );
  expect(await screen.findByText(/^Capteur absent depuis le 16 mai 2026, \d\d:12/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Terminer l’enregistrement' }));
  expect(calls()).toContain('decodeRecord');
});

it('shows why a record is unreadable and decodes it again', async () => {
  const { names: calls } = await open(makeRecord({ decode_state: 'error', visualisable: false, nb_errors: 1 }));
  expect(await screen.findByText('Cet enregistrement n’a pas pu être décodé')).toBeTruthy();
  expect(await screen.findByText('En-tête illisible')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Relancer le décodage' }));
  expect(calls()).toContain('decodeRecord');
});

it('tells an athlete, who may not decode it again, who may', async () => {
  useSession.setState({ user: makeUser({ roles: ['Athlete'] }) });
  await open(makeRecord({ decode_state: 'error', visualisable: false, nb_errors: 1 }));
  expect(await screen.findByText(/Votre coach peut relancer le décodage/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Relancer le décodage' })).toBeNull();
});

it('tells a record that is not there from a server that fails', async () => {
  await open(new ApiError(404, refuse('entity.notFound').body()));
  expect(await screen.findByText('Enregistrement introuvable')).toBeTruthy();
  cleanup();
  queryClient.clear();
  await open(new ApiError(503, refuse('server.unavailable').body()));
  expect(await screen.findByText(/Le service s’arrête ou démarre/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Réessayer' })).toBeTruthy();
});

it('tells what the tasks of a record have said, although nothing went wrong', async () => {
  await open(makeRecord());
  await userEvent.click(await screen.findByRole('tab', { name: /^Erreurs/ }));
  expect(await screen.findByText('Décodé : 3 modules')).toBeTruthy();
  expect(screen.getByText('Aucune erreur.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Effacer ces messages…' })).toBeNull();
});

it('of a session lists the records in the order of time, each to be opened', async () => {
  await open(makeRecord({ ...empty, record_type: 'seance', comment: 'vent de face', seance_records: [] }));
  const rows = await screen.findByRole('list', { name: 'Enregistrements de la séance' });
  const links = [...rows.querySelectorAll('a')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/records/21', '/records/22']);
  expect(links[0]?.textContent).toContain('Inès Un');
  expect(screen.getByText('vent de face')).toBeTruthy();
});

it('of a session sums its records up, says another day, and offers them together', async () => {
  const nextDay = makeRecord({ id: 22, seance_id: 9, timestamp: Date.UTC(2026, 4, 17, 7, 12) });
  await open(makeRecord({ ...empty, record_type: 'seance', seance_records: [] }), [makeRecord({ id: 21 }), nextDay]);
  expect(await screen.findByText(/^2 enregistrements · 24.min · 28,2.Mo$/)).toBeTruthy();
  const [first, second] = (await screen.findByRole('list', { name: 'Enregistrements de la séance' })).children;
  expect(first?.textContent).not.toContain('mai');
  expect(second?.textContent).toContain('17 mai');
  expect(screen.getByRole('button', { name: 'Comparer' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Télécharger' }));
  expect(await screen.findByRole('dialog', { name: /2 enregistrements/ })).toBeTruthy();
});

it('of one in a session leads to the others of it and to the session', async () => {
  const { pathname } = await open(makeRecord({ ...empty, id: 22, seance_id: 9 }));
  const menu = await screen.findByRole('button', { name: 'Séance, 2 sur 2' });
  await userEvent.click(menu);
  const [first, , session] = await screen.findAllByRole('menuitem');
  expect(first?.textContent).toContain('Inès Un');
  expect(session?.textContent).toBe('Ouvrir la séance');
  await userEvent.click(session!);
  expect(pathname()).toBe('/records/9');
});

it('keeps the statistics at hand beside a film: folded at first, unfolded when asked for', async () => {
  await open(makeRecord({ videos: [{ id: 7, basename: 'depart.mp4', duration: 10, fps: 25, offset_seconds: 0 }] }));
  expect(await screen.findByLabelText('Image du film')).toBeTruthy();
  const unfold = await screen.findByRole('button', { name: 'Déplier les statistiques' });
  expect(screen.queryByRole('region', { name: 'Sélections' })).toBeNull();
  await userEvent.click(unfold);
  expect(await screen.findByRole('region', { name: 'Sélections' })).toBeTruthy();
});

it('shows the figures of each window that were chosen, and no more once they are left out', async () => {
  await open(makeRecord());
  const names = ['Nombre d’échantillons', 'Instant du maximum'];
  await userEvent.click(await screen.findByRole('button', { name: 'Chiffres des statistiques' }));
  for (const name of names)
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: new RegExp(name) }));
  for (const name of names) expect(screen.getAllByTitle(name).length).toBeGreaterThan(0);
  for (const name of names) await userEvent.click(screen.getByRole('menuitemcheckbox', { name: new RegExp(name) }));
  expect(screen.queryByTitle('Nombre d’échantillons')).toBeNull();
});
