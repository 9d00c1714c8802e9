import { type ApiClient, ApiError } from '@sillage/client';
import type { Translated } from '@sillage/contract';
import { create } from 'zustand';
import { resetWhenSignedOut } from '../../base/forget-user.ts';
import { queryClient } from '../../base/query-client.ts';
import { reportError } from '../../base/report-problems.ts';
import { recordKeys } from '../record-queries.ts';
import { hashInWorker, UnreadableFile } from '../upload/hash-blob.ts';
import { isMetered, onNetworkChange, waitForNetwork } from '../upload/wait-for-network.ts';
import { type FilmShelf, type KeptFilm, openFilmShelf } from './film-shelf.ts';
import { sendFilm } from './send-film.ts';

export interface WaitingFilm {
  readonly film: KeptFilm;
  /** 0–1; undefined while it is not being sent. */
  readonly share: number | undefined;
  readonly problem: Translated | 'failed' | undefined;
  /** Also over a network whose bytes are counted. */
  readonly byAnyNetwork: boolean;
}

interface WaitingFilms {
  readonly waiting: readonly WaitingFilm[];
  /** The network's bytes are counted: films wait for another one. */
  readonly spares: boolean;
}

/** Films that were made in this browser and are no records yet: they are sent whichever screen is looked at. */
export const useWaitingFilms = create<WaitingFilms>()(() => ({ waiting: [], spares: isMetered() }));

export interface FilmOwner {
  readonly server: ApiClient;
  readonly userId: number;
}

let shelf: FilmShelf | undefined;
let owner: FilmOwner | undefined;
let sending: { readonly filmId: string; readonly giveUp: AbortController } | undefined;
let isFilming = false;
const hash = hashInWorker();

/** Where films lie until they are sent. */
export function shelfOf(): FilmShelf {
  shelf ??= openFilmShelf();
  return shelf;
}

const waitingOf = (film: KeptFilm): WaitingFilm => ({
  ...{ film, share: undefined, problem: undefined, byAnyNetwork: false },
});

const lockOf = (filmId: string): string => `sillage.film.${filmId}`;

/** Says to other tabs that the film is not whole yet. Answers how to say that it is. */
export function holdFilm(filmId: string): () => void {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks.request(lockOf(filmId), () => held);
  return release;
}

/** Finds films of the person that were not sent before the page was closed, and sends them, also over the next network. Answers how to stop listening. */
export function sendFilmsOf(given: FilmOwner): () => void {
  owner = given;
  const unfollow = onNetworkChange(spare);
  spare();
  void findFilms(given).catch((problem: unknown) => {
    // A browser that keeps nothing (a private window) has no films either.
    if (!(problem instanceof DOMException)) reportError(problem, 'film');
  });
  return unfollow;
}

async function findFilms({ userId }: FilmOwner): Promise<void> {
  if (!('locks' in navigator) || !('indexedDB' in globalThis)) return;
  const kept = await shelfOf().list(userId);
  const { held = [] } = await navigator.locks.query();
  const taken = new Set(held.map(({ name }) => name));
  if (owner?.userId !== userId) return;
  useWaitingFilms.setState(({ waiting }) => {
    const known = new Set(waiting.map(({ film }) => film.id));
    const isFound = ({ id }: KeptFilm) => !known.has(id) && !taken.has(lockOf(id));
    return { waiting: [...waiting, ...kept.filter(isFound).map(waitingOf)] };
  });
  void sendNext();
}

/** A film is being made, which needs the way and the disk: nothing is sent meanwhile. */
export function setFilming(filming: boolean): void {
  isFilming = filming;
  void sendNext();
}

/** A film was made; of somebody who signed out meanwhile it is found when they are back. */
export function addFilm(film: KeptFilm): void {
  if (owner?.userId !== film.userId) return;
  useWaitingFilms.setState(({ waiting }) => ({ waiting: [...waiting, waitingOf(film)] }));
  void sendNext();
}

const changeFilm = (id: string, some: Partial<WaitingFilm>) =>
  useWaitingFilms.setState(({ waiting }) => ({
    waiting: waiting.map((one) => (one.film.id === id ? { ...one, ...some } : one)),
  }));

const forgetFilm = (id: string) =>
  useWaitingFilms.setState(({ waiting }) => ({ waiting: waiting.filter(({ film }) => film.id !== id) }));

/** The network is another one: what is being sent waits, or what waits is sent. */
function spare(): void {
  const spares = isMetered();
  useWaitingFilms.setState({ spares });
  const { waiting } = useWaitingFilms.getState();
  const running = waiting.find(({ film }) => film.id === sending?.filmId);
  if (spares && running !== undefined && !running.byAnyNetwork) sending?.giveUp.abort();
  void sendNext();
}

/** One at a time. */
async function sendNext(): Promise<void> {
  const { waiting, spares } = useWaitingFilms.getState();
  const next = waiting.find(({ problem, byAnyNetwork }) => problem === undefined && (byAnyNetwork || !spares));
  if (sending !== undefined || isFilming || owner === undefined || next === undefined) return;
  const { film } = next;
  const { server } = owner;
  const giveUp = new AbortController();
  const { signal } = giveUp;
  sending = { filmId: film.id, giveUp };
  changeFilm(film.id, { share: 0 });
  try {
    const onProgress = (share: number) => changeFilm(film.id, { share });
    const onBegun = (begun: KeptFilm) => changeFilm(film.id, { film: begun });
    const given = { server, hash, shelf: shelfOf(), film, signal, wait: waitForNetwork, onProgress, onBegun };
    // Another tab that is at it has made the record when it lets go, and taken the film off the shelf.
    await navigator.locks.request(lockOf(film.id), { signal }, () => sendFilm(given));
    forgetFilm(film.id);
    void queryClient.invalidateQueries({ queryKey: recordKeys.lists });
  } catch (problem) {
    const message = problem instanceof ApiError ? problem.body.message : 'failed';
    // A bug, or a disk that does not give the film: it is told where others are.
    if (!signal.aborted && !(problem instanceof ApiError || problem instanceof UnreadableFile))
      reportError(problem, 'film');
    changeFilm(film.id, { share: undefined, ...(!signal.aborted && { problem: message }) });
  } finally {
    sending = undefined;
  }
  await sendNext();
}

/** Sends a film that was refused, or that waits for Wi-Fi. */
export function sendAgain(filmId: string): void {
  changeFilm(filmId, { problem: undefined, byAnyNetwork: true });
  void sendNext();
}

/** Takes a film away for good. */
export async function dropFilm(filmId: string): Promise<void> {
  if (sending?.filmId === filmId) sending.giveUp.abort();
  await shelfOf().remove(filmId);
  forgetFilm(filmId);
}

/** The film as a file of this device: the way out for one that the server does not take. */
export async function saveFilm(film: KeptFilm): Promise<void> {
  const file = await shelfOf().read(film);
  if (file === undefined) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = film.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

resetWhenSignedOut(() => {
  owner = undefined;
  sending?.giveUp.abort();
  useWaitingFilms.setState({ waiting: [] });
});
