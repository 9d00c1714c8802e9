import { RecordFilters } from '@sillage/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { LiveProvider } from '../../live/live.tsx';
import { recordKeys } from '../../records/record-queries.ts';
import { type ListKind, useShownLists } from '../../records/shown-lists.ts';
import { fakeLive } from '../../testing/fake-live.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { widenWindow } from '../../testing/widen-window.ts';
import Screen from './index.tsx';

beforeEach(() => {
  useSession.setState({ user: makeUser() });
  widenWindow();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
  useShownLists.setState({ lists: {}, left: undefined });
});

/** Associated records 11 to 15 and those of the inbox, 21 to 23, of which some are associated meanwhile. */
function startServer() {
  const associated = [11, 12, 13, 14, 15];
  const inbox = [21, 22, 23];
  const server = fakeServer({
    readRecord: ({ params }) => {
      const unreadable = { visualisable: false, available_data: {}, modules: {}, preview: null };
      return makeRecord({ ...unreadable, id: Number(params.id) });
    },
    listRecords: ({ body }) => {
      const { type, pageId, pageSize } = RecordFilters.parse(body);
      const all = type === 'new' ? inbox : associated;
      const ids = all.slice((pageId - 1) * pageSize, pageId * pageSize);
      return { records: ids.map((id) => makeRecord({ id })), total: all.length };
    },
  });
  const change = (how: () => void) => {
    how();
    return queryClient.invalidateQueries({ queryKey: recordKeys.lists });
  };
  const take = (list: number[], id: number) => list.splice(list.indexOf(id), 1);
  const associate = (id: number) => change(() => void associated.unshift(...take(inbox, id)));
  const remove = (id: number) => change(() => void take(inbox, id));
  return { ...server, associate, remove };
}

type Pages = Readonly<Partial<Record<ListKind, number>>>;

/** The record, where pages of lists with two rows each were shown before. */
async function openAfter(pages: Pages, id: number) {
  const server = startServer();
  for (const type of ['associated', 'new'] as const) {
    const pageId = pages[type];
    if (pageId !== undefined) useShownLists.getState().show(type, { type, pageId, pageSize: 2, clientIds: [1] });
  }
  const { pathname } = await renderForTest(
    <LiveProvider live={fakeLive().live}>
      <Screen />
    </LiveProvider>,
    server,
    `/records/${id}`,
  );
  const button = async (name: string, isEnd = false) => {
    const found = await screen.findByRole('button', { name });
    await waitFor(() => expect(found.getAttribute('aria-disabled')).toBe(String(isEnd)));
    return found;
  };
  const previous = (isEnd?: boolean) => button('Enregistrement précédent de la liste', isEnd);
  const next = (isEnd?: boolean) => button('Enregistrement suivant de la liste', isEnd);
  return { server, pathname, previous, next };
}

it('leads to the rows before and after in the list, over the ends of its page', async () => {
  const { pathname, previous, next } = await openAfter({ associated: 2 }, 13);
  await userEvent.click(await next());
  await waitFor(() => expect(pathname()).toBe('/records/14'));
  await previous();
  await userEvent.keyboard('k');
  await waitFor(() => expect(pathname()).toBe('/records/13'));
  await previous();
  await userEvent.keyboard('k');
  await waitFor(() => expect(pathname()).toBe('/records/12'));
  expect(useShownLists.getState().lists.associated?.pageId).toBe(1);
  await next();
  await userEvent.keyboard('j');
  await waitFor(() => expect(pathname()).toBe('/records/13'));
});

it('leaves the keys of pages to what scrolls', async () => {
  const { pathname, next } = await openAfter({ associated: 1 }, 11);
  await next();
  for (const key of ['PageDown', 'PageUp']) expect(fireEvent.keyDown(document.body, { key })).toBe(true);
  expect(pathname()).toBe('/records/11');
});

it('ends with the list, and keeps the focus from one record to the next and at the end', async () => {
  const { pathname, previous, next } = await openAfter({ associated: 2 }, 14);
  const button = await next();
  button.focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(pathname()).toBe('/records/15'));
  await previous();
  expect(await next(true)).toBe(button);
  expect(document.activeElement).toBe(button);
  await userEvent.keyboard('{Enter}');
  expect(pathname()).toBe('/records/15');
});

it('goes on in the inbox with a record that leaves it because it is associated', async () => {
  const { server, pathname, previous, next } = await openAfter({ associated: 1, new: 1 }, 22);
  await next();
  await server.associate(22);
  await userEvent.click(await next());
  await waitFor(() => expect(pathname()).toBe('/records/23'));
  await next(true);
  await userEvent.click(await previous());
  await waitFor(() => expect(pathname()).toBe('/records/21'));
});

it('passes over a neighbour that is deleted once the record has left the list', async () => {
  const { server, pathname, previous, next } = await openAfter({ associated: 1, new: 1 }, 22);
  await next();
  await server.associate(22);
  await server.remove(23);
  await next(true);
  expect((await previous()).getAttribute('aria-disabled')).toBe('false');
  await server.remove(21);
  await previous(true);
  expect(pathname()).toBe('/records/22');
});

it('is not there for a record that was opened from no list', async () => {
  const { server } = await openAfter({}, 13);
  await waitFor(() => expect(server.names()).toContain('readRecord'));
  expect(screen.queryByRole('button', { name: /de la liste/ })).toBeNull();
  expect(server.names()).not.toContain('listRecords');
});
