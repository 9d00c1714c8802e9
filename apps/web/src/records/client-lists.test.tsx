import type { ApiClient } from '@sillage/client';
import { cleanup, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../base/query-client.ts';
import { useSession } from '../base/session.ts';
import { useTerms } from '../base/terms.ts';
import { useDeviceChoices } from '../features/data/device-choices.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { makeUser } from '../testing/make-user.ts';
import { renderForTest } from '../testing/render-for-test.tsx';
import { TimezonePick } from '../ui/timezone-pick.tsx';
import { useClientLists, useRecordList } from './record-queries.ts';

function DataScreen(): ReactNode {
  useClientLists();
  useDeviceChoices();
  useTerms();
  const { data } = useRecordList({ type: 'associated', clientIds: [1], pageId: 1 });
  return (
    <p>
      {data === undefined ? 'loading' : 'shown'}
      <TimezonePick label="zone" value={null} onChoose={() => {}} />
    </p>
  );
}

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  useSession.setState({ user: undefined });
  cleanup();
  queryClient.clear();
  localStorage.clear();
});

const questions = ['needUpdate', 'needDataUpdate'];
const lists = [
  'listClientExercises',
  'listClientGroups',
  'listClientSports',
  'listClientUsers',
  'listRealtimeDevices',
  'listRecords',
  'listTimezones',
  'readTerms',
];

/** What the page asks of the server from its loading on; `changed` are the tables that the server says are others now. */
async function load(changed: readonly string[]) {
  const answer = ({ params }: { params: { table?: string; name?: string } }) => ({
    need_update: changed.includes(params.table ?? params.name ?? ''),
    epoch: 8,
  });
  const text = { fr: '', en: '' };
  const server = fakeServer({
    needUpdate: answer,
    needDataUpdate: answer,
    listTimezones: { timezones: ['Europe/Paris'] },
    readTerms: { terms: text, notice: text, terms_date: '2026-11-22' },
  });
  const withEpoch: ApiClient = {
    ...server,
    request: async (endpoint, ...given) => ({ ...(await server.request(endpoint, ...given)), epoch: 7 }),
  };
  await renderForTest(<DataScreen />, withEpoch);
  const all = () => server.names().filter((name) => lists.includes(name) || questions.includes(name));
  await waitFor(() => expect(all().length).toBeGreaterThanOrEqual(lists.length + changed.length));
  const fetched = () =>
    server
      .names()
      .filter((name) => lists.includes(name))
      .toSorted();
  const asked = () => server.names().filter((name) => questions.includes(name)).length;
  cleanup();
  queryClient.clear();
  return { fetched: fetched(), asked: asked() };
}

it('a page that is loaded again fetches no list that has not changed, and of the others only those that have', async () => {
  expect(await load([])).toEqual({ fetched: lists, asked: 0 });
  expect(await load([])).toEqual({ fetched: [], asked: lists.length });
  expect(await load(['groups', 'terms'])).toEqual({ fetched: ['listClientGroups', 'readTerms'], asked: lists.length });
});
