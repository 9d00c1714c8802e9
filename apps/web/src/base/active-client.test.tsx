import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { noFilters, useFilters } from '../records/filters.ts';
import { makeUser } from '../testing/make-user.ts';
import { readActiveClient, setActiveClient, useActiveClient } from './active-client.ts';
import { forgetUser } from './forget-user.ts';
import { useSession } from './session.ts';

const temple = { id: 7, name: 'Athlé Temple', logo: null };
const admin = makeUser({ id: 1, roles: ['Admin'] });
afterEach(() => {
  cleanup();
  act(() => {
    forgetUser();
    useSession.setState({ user: undefined });
  });
});

test('an administrator looks at the own client, then at the one chosen, which the browser remembers', () => {
  useSession.setState({ user: admin });
  const { result } = renderHook(() => useActiveClient());
  expect(result.current).toEqual({ id: 1, name: 'Pôle Aviron Miribel', logo: null });
  act(() => setActiveClient(temple));
  expect(result.current).toEqual(temple);
  expect(readActiveClient(localStorage.getItem('sillage.activeClient'))).toEqual({ userId: 1, client: temple });
});

test('nobody else sees another client, whatever the browser remembers', () => {
  useSession.setState({ user: admin });
  setActiveClient(temple);
  const { result } = renderHook(() => useActiveClient());
  act(() => useSession.setState({ user: makeUser({ id: 1, roles: ['Manager', 'Coach'] }) }));
  expect(result.current.id).toBe(1);
  act(() => useSession.setState({ user: makeUser({ id: 2, roles: ['Admin'] }) }));
  expect(result.current.id).toBe(1);
});

test('signing out forgets the choice', () => {
  useSession.setState({ user: admin });
  setActiveClient(temple);
  forgetUser();
  expect(localStorage.getItem('sillage.activeClient')).toBeNull();
  expect(renderHook(() => useActiveClient()).result.current.id).toBe(1);
});

test('another client starts without filters: their ids are of the client before', () => {
  useSession.setState({ user: admin });
  useFilters.getState().change({ userIds: [3] });
  setActiveClient(temple);
  expect(useFilters.getState().filters).toEqual(noFilters);
});

test.each([null, '', '{', '{"userId":1}', '{"userId":1,"client":{"id":"x"}}'])(
  'what is no choice is none: %s',
  (stored) => {
    expect(readActiveClient(stored)).toBeUndefined();
  },
);
