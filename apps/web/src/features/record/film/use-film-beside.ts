import type { AlignedVideo, Record } from '@sillage/contract';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { panBy, spanOf, type TimeWindow } from '../../../charts/time-window.ts';
import type { PlayedFilm } from '../use-played-cursor.ts';
import type { RecordViewState } from '../use-record-view.ts';
import { useViewSettings } from '../view-settings.ts';
import { createFilm, type Film, frameSecondsOf } from './create-film.ts';

/** A film beside the curves of its record. */
export interface FilmBeside {
  /** Undefined where the record has none yet. */
  readonly video: AlignedVideo | undefined;
  readonly film: Film;
  readonly frameSeconds: number;
  /** s of the record at which the film begins: as it is kept, or as it is tried. */
  readonly offset: number;
  readonly isLinked: boolean;
  readonly isAligning: boolean;
  link(isLinked: boolean): void;
  choose(videoId: number): void;
  /** Begins and ends the search for its place. */
  align(isAligning: boolean): void;
  /** Shows it as it would lie there; undefined: as it is kept. */
  tryOffset(seconds: number | undefined): void;
}

/** The film that is shown beside a record, whose frames and cursor are one; nothing is played while it is not shown. */
export function useFilmBeside(
  record: Record,
  view: RecordViewState,
): { readonly shown: FilmBeside | undefined; readonly played: PlayedFilm | undefined; open(isOpen: boolean): void } {
  const wants = useViewSettings((settings) => settings.film);
  const [isAdding, setAdding] = useState(false);
  const [chosenId, setChosen] = useState<number>();
  const [isLinked, setLinked] = useState(true);
  const [isAligning, setAligning] = useState(false);
  const [tried, tryOffset] = useState<number>();
  const video = record.videos.find(({ id }) => id === chosenId) ?? record.videos[0];
  const frameSeconds = frameSecondsOf(video?.fps);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another film is another one
  const film = useMemo(
    () => createFilm({ frameSeconds, pictureSeconds: video?.duration ?? 0 }),
    [video?.id, video?.duration, frameSeconds],
  );
  const offset = tried ?? video?.offset_seconds ?? 0;
  const isShown = video === undefined ? isAdding : wants;
  useOneCursor(film, view, offset, isLinked && isShown && video !== undefined);

  const link = (wanted: boolean) => {
    // Both stand, or it would be the one that was not asked for that goes on.
    film.pause();
    setLinked(wanted);
  };
  const choose = (videoId: number) => {
    setChosen(videoId);
    tryOffset(undefined);
  };
  const align = (begins: boolean) => {
    setAligning(begins);
    tryOffset(undefined);
  };
  const open = (isOpen: boolean) => {
    if (video === undefined) setAdding(isOpen);
    else if (isOpen !== wants) useViewSettings.getState().toggle('film');
    if (!isOpen) align(false);
  };
  return {
    open,
    shown: isShown
      ? { video, film, frameSeconds, offset, isLinked, isAligning, link, choose, align, tryOffset }
      : undefined,
    played: isShown && isLinked && video !== undefined ? playedOf(film, video, offset, frameSeconds) : undefined,
  };
}

/** The film as the clock of the cursor, as long as it lasts. */
function playedOf(film: Film, video: AlignedVideo, offset: number, frameSeconds: number): PlayedFilm {
  const last = () => (film.state.duration ?? video.duration) - 1.5 * frameSeconds;
  return {
    isPlaying: () => film.state.isPlaying,
    rate: () => film.state.rate,
    covers: (seconds) => !film.state.isBroken && seconds >= offset && seconds - offset < last(),
    play: (seconds) => film.play(seconds - offset),
    pause: film.pause,
    onTurned: film.onTurned,
  };
}

/** Where the cursor goes the film goes, and the other way round, in the frame in which it is shown. */
function useOneCursor(film: Film, view: RecordViewState, offset: number, isLinked: boolean): void {
  const isOurs = useRef(false);
  const { cursor, x } = view;
  const follow = useEffectEvent(() => {
    if (isLinked && !isOurs.current && cursor.time !== undefined) film.seek(x.toTime(cursor.time) - offset);
  });
  const lead = useEffectEvent((filmSeconds: number) => {
    const seconds = filmSeconds + offset;
    if (!isLinked || seconds < x.timeExtent.from || seconds > x.timeExtent.to) return;
    const at = x.ofTime(seconds);
    const window = windowWith(at, view.window, view.extent);
    if (window !== view.window) view.look(window, 'playing');
    isOurs.current = true;
    cursor.move(at);
    isOurs.current = false;
  });
  useEffect(() => cursor.subscribe(() => follow()), [cursor]);
  useEffect(() => film.onFrame((seconds) => lead(seconds)), [film]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: who lies elsewhere, or comes back, goes where the cursor stands
  useEffect(() => follow(), [offset, isLinked, film]);
}

/** The window, turned over like a page where the moment is just beyond it, else around the moment. */
export function windowWith(at: number, window: TimeWindow, extent: TimeWindow): TimeWindow {
  if (at >= window.from && at <= window.to) return window;
  const span = spanOf(window);
  const isNext = at > window.to && at <= window.to + span;
  return panBy(window, isNext ? span : at - (window.from + window.to) / 2, extent);
}
