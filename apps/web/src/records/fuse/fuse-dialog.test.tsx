import { ApiError } from '@sillage/client';
import { type FusionProposal, refuse } from '@sillage/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { type Answers, fakeServer } from '../../testing/fake-server.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { makeTask } from '../../testing/make-task.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { FuseDialog } from './fuse-dialog.tsx';
import { FuseWithDialog } from './fuse-with-dialog.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
});

const records = [1, 2].map((id) =>
  makeRecord({ id, basename: `part ${id}`, device_name: `Maxi 021${id}`, users: [], timestamp: 1000 * (3 - id) }),
);
// The earlier one is the reference.
const [second, first] = [1, 2];

function proposed(type: FusionProposal['type'], confidence: number): FusionProposal {
  const none = { signals_version: 3, confidence: null, correlation: null, problem: null };
  const found = confidence >= 0.7;
  const problem = found ? null : { fr: 'Pas clair.', en: 'Not clear.' };
  const values = [0, 0.2, 0.99, 0.1];
  const second_ = { offset: 1, r: 0.2574 };
  const correlation = { variable: 'acc_x', from: -1, step: 1, values, r: 0.99, second: second_, drift_ppm: 50 };
  return {
    type,
    parts: [
      { record_id: first, offset: 0, ...none },
      type === 'synchro'
        ? { record_id: second, signals_version: 5, offset: found ? 0.942 : null, confidence, correlation, problem }
        : { record_id: second, offset: 7.25, ...none },
    ],
    variables: ['acc_x', 'gyro_y'],
  };
}

function open(confidence: number, answers: Answers = {}) {
  const server = fakeServer({
    proposeFusion: ({ body }) => proposed(body?.type ?? 'synchro', confidence),
    createTask: { task_id: 9 },
    listTaskStatus: [makeTask({ id: 9, success: true, executing_str: 'Done', rec_ids: [2, 1, 77] })],
    ...answers,
  });
  void renderForTest(<FuseDialog records={records} onClose={() => undefined} />, server);
  return server;
}

const offset = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Décalage de Maxi 0211/ });
const fuse = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Fusionner' });

it('says how sure the offset is; what is typed or moved by keys is what is done, and leads to what was made', async () => {
  const server = open(0.972);
  expect(await screen.findByText('Confiance haute, 97 %.')).toBeTruthy();
  expect(
    screen.getByText(/r = 0,99, second pic à 26 %\. Les horloges s’écartent de 180,0 ms par heure\./),
  ).toBeTruthy();
  expect(offset().value).toBe('+0,942');
  const curve = screen.getByRole('slider', { name: /Décalage/ });
  fireEvent.keyDown(curve, { key: 'ArrowRight' });
  expect(offset().value).toBe('+0,952');
  await userEvent.clear(offset());
  expect(fuse().disabled).toBe(true);
  await userEvent.type(offset(), '−1,5');
  await userEvent.click(fuse());
  await waitFor(() =>
    expect(server.given('createTask')).toEqual([
      {
        body: {
          name: 'record.fuse',
          args: { record_ids: [2, 1], type: 'synchro', offsets: [0, -1.5], signals_versions: [3, 5] },
        },
      },
    ]),
  );
  expect(await screen.findByRole('button', { name: 'Ouvrir le résultat' })).toBeTruthy();
});

it('proposes nothing that is not clear, and another type finds it', async () => {
  open(0.4);
  expect(await screen.findByText('Pas assez clair, 40 %.')).toBeTruthy();
  expect(offset().value).toBe('');
  expect(fuse().disabled).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: /Heure/ }));
  await waitFor(() => expect(offset().value).toBe('+7,250'));
  expect(fuse().disabled).toBe(false);
});

it('a refusal is said in the dialog, where it can be corrected, of records as they are now', async () => {
  const refusal = refuse('record.fuseNoOverlap', { name: 'Maxi 0211' });
  const server = open(0.972, { createTask: new ApiError(409, refusal.body()) });
  await screen.findByText('Confiance haute, 97 %.');
  await userEvent.click(fuse());
  expect((await screen.findByRole('alert')).textContent).toMatch(/aucun moment en commun/);
  await waitFor(() => expect(server.given('proposeFusion')).toHaveLength(2));
  await userEvent.type(offset(), '1');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('offers all records of the same hours, those at the same time first, with a search and their number', async () => {
  const about = (id: number, timestamp: number) =>
    makeRecord({ id, basename: `record ${id}`, timestamp, duration: 60 });
  const hour = 3_600_000;
  const base = Date.UTC(2026, 4, 16, 9);
  const later = Array.from({ length: 30 }, (_, i) => about(100 + i, base + (i + 1) * 60_000));
  const earlier = [about(10, base - 30_000), about(11, base - hour)];
  const server = fakeServer({
    listRecords: ({ body }) => {
      const found = body?.sort_desc ? earlier : later;
      return { records: found.slice(0, body?.pageSize), total: found.length, total_is_estimate: false };
    },
  });
  void renderForTest(<FuseWithDialog record={about(1, base)} onClose={() => undefined} />, server);
  expect((await screen.findByRole('status')).textContent).toMatch(/^32 enregistrements/);
  const [first, next] = screen.getAllByRole('listitem');
  expect(first?.textContent).toContain('En même temps que celui-ci');
  expect(next?.textContent).toContain('À un autre moment');
  expect(screen.getAllByRole('listitem')).toHaveLength(22);
  await userEvent.click(screen.getByRole('button', { name: 'Afficher plus' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(32));
  expect(screen.queryByRole('button', { name: 'Afficher plus' })).toBeNull();
  await userEvent.type(screen.getByRole('searchbox'), 'maxi');
  await waitFor(() => expect(server.given('listRecords').at(-1)?.body?.search).toBe('maxi'));
});
