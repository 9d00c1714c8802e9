import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetUser } from '../base/forget-user.ts';
import { useSession } from '../base/session.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { makeUser } from '../testing/make-user.ts';
import { renderForTest } from '../testing/render-for-test.tsx';
import WaitingFilms from './waiting-films.tsx';

interface Sent {
  readonly film: { readonly id: string; readonly uploadUid?: string };
  readonly signal: AbortSignal;
  onBegun(film: object): void;
  onProgress(share: number): void;
}
const { kept, sends } = vi.hoisted(() => ({
  kept: new Map<string, object>(),
  sends: [] as { readonly given: Sent; readonly done: () => void }[],
}));

vi.mock('../records/films/film-shelf.ts', () => ({
  openFilmShelf: () => ({
    list: async (userId: number) =>
      [...kept.values()].filter((film) => 'userId' in film && film.userId === userId).map((film) => ({ ...film })),
    remove: async (id: string) => void kept.delete(id),
    read: async () => undefined,
  }),
}));
vi.mock('../records/films/send-film.ts', () => ({
  sendFilm: (given: Sent) =>
    new Promise<void>((resolve, reject) => {
      given.signal.addEventListener('abort', () => reject(given.signal.reason));
      sends.push({ given, done: resolve });
    }),
}));

const user = makeUser();
const filmOf = (id: string, userId = user.id) => ({
  ...{ id, userId, clientId: 1, mimeType: 'video/mp4', name: `${id}.mp4` },
  startedAt: '2026-05-16T09:12:08.123Z',
});
const network = Object.assign(new EventTarget(), { type: 'cellular' });
const changeTo = (type: string) =>
  act(async () => {
    network.type = type;
    network.dispatchEvent(new Event('change'));
    await Promise.resolve();
  });

beforeEach(() => {
  network.type = 'cellular';
  const locks = {
    query: async () => ({ held: [{ name: 'sillage.film.runs' }] }),
    request: (_name: string, _options: object, run: () => Promise<void>) => run(),
  };
  vi.stubGlobal('navigator', { ...navigator, connection: network, locks });
  vi.stubGlobal('indexedDB', {});
  useSession.setState({ user });
  for (const film of [filmOf('left'), filmOf('runs'), filmOf('theirs', user.id + 1)]) kept.set(film.id, film);
});
afterEach(() => {
  cleanup();
  forgetUser();
  kept.clear();
  sends.length = 0;
  vi.unstubAllGlobals();
  useSession.setState({ user: undefined });
});

const bar = () => screen.findByRole('status');

it('a film that was left on this device is found on any screen, waits while bytes are counted, and goes on where it was', async () => {
  await renderForTest(<WaitingFilms />, fakeServer({}));
  expect((await bar()).textContent).toContain(
    '1 film de cet appareil n’est pas encore envoyé. L’envoi attend le Wi-Fi.',
  );
  expect(sends).toHaveLength(0);
  await changeTo('wifi');
  await waitFor(() => expect(sends).toHaveLength(1));
  act(() => {
    sends[0]?.given.onBegun({ ...filmOf('left'), uploadUid: 'begun' });
    sends[0]?.given.onProgress(0.42);
  });
  expect((await bar()).textContent?.replaceAll(/\s/g, ' ')).toContain('Envoi : 42 %.');
  await changeTo('cellular');
  expect(sends[0]?.given.signal.aborted).toBe(true);
  await waitFor(async () => expect((await bar()).textContent).toContain('attend le Wi-Fi'));
  await changeTo('wifi');
  await waitFor(() => expect(sends[1]?.given.film.uploadUid).toBe('begun'));
  act(() => sends[1]?.done());
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});

it('goes over any network where somebody says so', async () => {
  await renderForTest(<WaitingFilms />, fakeServer({}));
  await userEvent.click(await screen.findByRole('button', { name: 'Voir' }));
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
  await waitFor(() => expect(sends).toHaveLength(1));
  await changeTo('cellular');
  expect(sends[0]?.given.signal.aborted).toBe(false);
});

it('a film is taken away only after it was said what is lost', async () => {
  await renderForTest(<WaitingFilms />, fakeServer({}));
  await userEvent.click(await screen.findByRole('button', { name: 'Voir' }));
  await userEvent.click(screen.getByRole('button', { name: 'Supprimer' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent?.replaceAll(/\s/g, ' ')).toMatch(/« left\.mp4 », filmé le .*n’existe que sur cet appareil/);
  expect(kept.has('left')).toBe(true);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Supprimer' }));
  await waitFor(() => expect(kept.has('left')).toBe(false));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  expect([...kept.keys()]).toEqual(['runs', 'theirs']);
});

it('no longer listens to the network once it is gone', async () => {
  const removed = vi.spyOn(network, 'removeEventListener');
  const added = vi.spyOn(network, 'addEventListener');
  await renderForTest(<WaitingFilms />, fakeServer({}));
  await bar();
  cleanup();
  expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
});
