import { RecordFilters } from '@sillage/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { useShownLists } from '../../records/shown-lists.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { Neighbours } from './neighbours.tsx';

const records = [11, 12, 13, 14, 15].map((id) => makeRecord({ id }));

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
  useShownLists.setState({ lists: {} });
});

/** The record, opened from the second page of a list with two rows a page; none for a link from elsewhere. */
async function openFromPage(id: number, pageId: number | undefined) {
  const server = fakeServer({
    listRecords: ({ body }) => {
      const { pageId: page, pageSize } = RecordFilters.parse(body);
      return { records: records.slice((page - 1) * pageSize, page * pageSize), total: records.length };
    },
  });
  const page = { type: 'associated' as const, pageSize: 2, clientIds: [1] };
  if (pageId !== undefined) useShownLists.getState().show('associated', { ...page, pageId });
  const { pathname } = await renderForTest(<Neighbours id={id} />, server);
  const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
  const previous = () => button('Enregistrement précédent de la liste');
  const next = () => button('Enregistrement suivant de la liste');
  return { pathname, previous, next };
}

it('leads to the rows before and after in the list, over the ends of its page', async () => {
  const { pathname, previous, next } = await openFromPage(13, 2);
  await userEvent.click(await next());
  await waitFor(() => expect(pathname()).toBe('/records/14'));
  await waitFor(async () => expect((await previous()).disabled).toBe(false));
  await userEvent.keyboard('{PageUp}');
  await waitFor(() => expect(pathname()).toBe('/records/12'));
  expect(useShownLists.getState().lists.associated?.pageId).toBe(1);
});

it('ends with the list', async () => {
  const { previous, next } = await openFromPage(15, 3);
  expect((await next()).disabled).toBe(true);
  await waitFor(async () => expect((await previous()).disabled).toBe(false));
});

it('is not there for a record that was opened from no list', async () => {
  await openFromPage(13, undefined);
  expect(screen.queryByRole('button', { name: /de la liste/ })).toBeNull();
});
