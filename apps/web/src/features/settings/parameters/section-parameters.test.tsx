import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useAppearance } from '../../../base/appearance.ts';
import { queryClient } from '../../../base/query-client.ts';
import { useSession } from '../../../base/session.ts';
import { answeredUser } from '../../../testing/answered.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { makeUser } from '../../../testing/make-user.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { SectionParameters } from './section-parameters.tsx';

const people = [
  makeUser({ id: 1, firstname: 'Ada', roles: ['Admin'] }),
  makeUser({ id: 9, firstname: 'Zoé', roles: ['Athlete'] }),
].map(answeredUser);

beforeEach(() => {
  useAppearance.setState({ language: 'fr' });
  useSession.setState({ user: makeUser({ id: 7, roles: ['Manager'] }) });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

const askedOf = (server: ReturnType<typeof fakeServer>) =>
  server.given('listParameters').map(({ params }) => params.id);

test('a section shows the first person whose parameters may be changed, as the list of people says', async () => {
  const server = fakeServer({ listUsers: { items: people, total: 2 }, listParameters: {} });
  await renderForTest(<SectionParameters section="first" kinds={['people']} />, server);
  await waitFor(() => expect(askedOf(server)).toEqual([9]));
  screen.getByDisplayValue(/^Zoé/);
  expect(screen.queryByText(/^Lecture seule/)).toBeNull();
});

test('whose parameters may not be changed is shown with a word why', async () => {
  const server = fakeServer({ listUsers: { items: people.slice(0, 1), total: 1 }, listParameters: {} });
  await renderForTest(<SectionParameters section="second" kinds={['people']} />, server);
  await screen.findByText(/^Lecture seule/);
  expect(askedOf(server)).toEqual([1]);
});
