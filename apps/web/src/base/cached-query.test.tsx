import { ApiError } from '@sillage/client';
import { type CachedTable, refuse } from '@sillage/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { fakeServer } from '../testing/fake-server.ts';
import { renderForTest } from '../testing/render-for-test.tsx';
import { refetchTable, useCachedQuery } from './cached-query.ts';
import { forgetUser } from './forget-user.ts';
import { queryClient } from './query-client.ts';

function Groups(props: { clientId: number | undefined; fetch: () => Promise<string> }): ReactNode {
  const groups = useCachedQuery({
    table: 'groups',
    key: ['page', 1],
    clientId: props.clientId,
    shape: z.string(),
    fetch: async () => ({ status: 200, headers: new Headers(), epoch: 1_700_000_000.5, body: await props.fetch() }),
  });
  return (
    <button type="button" onClick={() => void groups.refetch()}>
      {groups.error ? 'error' : (groups.data ?? 'loading')}
    </button>
  );
}

/** The list on screen; `changed` is what the server answers about its table. */
async function showGroups(changed: () => boolean, { clientId }: { clientId?: number } = { clientId: 3 }) {
  let fetched = 0;
  const server = fakeServer({ needUpdate: () => ({ need_update: changed(), epoch: 1_700_000_100 }) });
  const fetch = async () => {
    fetched += 1;
    return `list ${fetched}`;
  };
  await renderForTest(<Groups clientId={clientId} fetch={fetch} />, server);
  await screen.findByText('list 1');
  return {
    asked: () => server.given('needUpdate'),
    fetched: () => fetched,
    refetch: () => userEvent.click(screen.getByRole('button')),
  };
}

afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
});

/** The page is loaded again: what was in its memory is gone. */
function reload(): void {
  cleanup();
  queryClient.clear();
}

describe('a list bound to a table', () => {
  it('is fetched without a question when nothing is there', async () => {
    const { asked, fetched } = await showGroups(() => true);
    expect([asked(), fetched()]).toEqual([[], 1]);
  });

  it('asks only whether the table changed when it is fetched again, and keeps what it has', async () => {
    const { asked, fetched, refetch } = await showGroups(() => false);
    await refetch();
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect(asked()[0]).toMatchObject({
      params: { table: 'groups' },
      query: { last_epoch: 1_700_000_000.5, client_id: 3 },
    });
    await refetch();
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(fetched()).toBe(1);
    expect(screen.getByRole('button').textContent).toBe('list 1');
  });

  it('asks again when the window gets the focus back after a while', async () => {
    const { asked, fetched } = await showGroups(() => false);
    vi.setSystemTime(Date.now() + 60_000);
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect(fetched()).toBe(1);
    vi.useRealTimers();
  });

  it('is fetched when the table changed', async () => {
    const { refetch } = await showGroups(() => true);
    await refetch();
    await screen.findByText('list 2');
  });

  it('leaves the client out of the question when it shows every client', async () => {
    const { asked, refetch } = await showGroups(() => false, {});
    await refetch();
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect(asked()[0]?.query).toEqual({ last_epoch: 1_700_000_000.5 });
  });

  it('is fetched without a question after a change of one’s own, and only it', async () => {
    const { asked } = await showGroups(() => false);
    const other: CachedTable = 'sports';
    await refetchTable(queryClient, other);
    expect(screen.getByRole('button').textContent).toBe('list 1');
    await refetchTable(queryClient, 'groups');
    await screen.findByText('list 2');
    expect(asked()).toEqual([]);
  });

  it('is fetched when the question is refused: the list itself says what is wrong', async () => {
    const refusal = refuse('entity.notFound');
    const { refetch } = await showGroups(() => {
      throw new ApiError(refusal.status, refusal.body(), undefined);
    });
    await refetch();
    await screen.findByText('list 2');
  });
});

describe('after a reload of the page', () => {
  it('the list is there at once, and is asked about instead of fetched', async () => {
    await showGroups(() => false);
    reload();
    const { asked, fetched } = await showGroups(() => false);
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect(asked()[0]?.query).toMatchObject({ last_epoch: 1_700_000_000.5 });
    expect(fetched()).toBe(0);
  });

  it('it is fetched when it changed meanwhile', async () => {
    await showGroups(() => false);
    reload();
    const { fetched } = await showGroups(() => true);
    await waitFor(() => expect(fetched()).toBe(1));
  });

  it('nothing of it is left for who signs in next', async () => {
    await showGroups(() => false);
    forgetUser();
    reload();
    const { asked, fetched } = await showGroups(() => false);
    expect([asked(), fetched()]).toEqual([[], 1]);
  });

  it('what does not have the shape that this version reads is fetched', async () => {
    await showGroups(() => false);
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith('sillage.kept')) localStorage.setItem(key, '5 {"epoch":1,"body":{"an":"object"}}');
    }
    reload();
    const { asked, fetched } = await showGroups(() => false);
    expect([asked(), fetched()]).toEqual([[], 1]);
  });
});
