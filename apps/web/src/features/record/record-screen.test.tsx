import { ApiError, type RealtimeClient } from '@sillage/client';
import { type Record, refuse } from '@sillage/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../app/query-client.ts';
import { renderForTest } from '../../app/render-for-test.tsx';
import { useSession } from '../../app/session.ts';
import { LiveProvider } from '../../live/live.tsx';
import { makeRecord } from '../../records/make-record.ts';
import Screen from './index.tsx';

const live: RealtimeClient = {
  retry: () => undefined,
  start: () => undefined,
  stop: () => undefined,
  subscribe: () => () => undefined,
  state: 'connected',
  attempt: 0,
  onState: () => () => undefined,
  onEntered: () => () => undefined,
};

beforeEach(() => {
  const user = { id: 1, uid: 'u', mail: 'h@pole.fr', firstname: 'H', lastname: 'G', roles: ['Coach' as const] };
  const rest = {
    groups: [],
    client_id: 1,
    client_name: 'Pôle',
    active: true,
    created_date: '',
    language: 'fr' as const,
    externalAPI: {},
    is_recovery: false,
    terms_accepted: true,
  };
  useSession.setState({ user: { ...user, ...rest } });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

async function open(answer: Record | ApiError) {
  const call = vi.fn(async ({ name }: { name: string }) => {
    if (name === 'listRecordErrors') {
      return [{ type: 'FATAL', msg: { fr: 'En-tête illisible', en: 'Bad header' }, date: '2026-05-16' }];
    }
    if (name !== 'readRecord') return { items: [], total: 0, task_id: 1 };
    if (answer instanceof ApiError) throw answer;
    return answer;
  });
  await renderForTest(
    <LiveProvider live={live}>
      <Screen />
    </LiveProvider>,
    { call: call as never },
  );
  return () => call.mock.calls.map(([endpoint]) => endpoint.name);
}

it('says that the record is being decoded', async () => {
  await open(makeRecord({ decode_state: 'decoding' }));
  expect(await screen.findByText('Décodage en cours')).toBeTruthy();
});

it('shows why a record is unreadable and decodes it again', async () => {
  const calls = await open(makeRecord({ decode_state: 'error', nb_errors: 1 }));
  expect(await screen.findByText('Cet enregistrement est illisible')).toBeTruthy();
  expect(await screen.findByText('En-tête illisible')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(calls()).toContain('decodeRecord');
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
