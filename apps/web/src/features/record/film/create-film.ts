/** What is shown of a film now. */
export interface FilmState {
  /** s of the film; of the frame that is shown. */
  readonly seconds: number;
  readonly isPlaying: boolean;
  readonly rate: number;
  readonly isMuted: boolean;
  /** s; undefined until the browser knows it. */
  readonly duration: number | undefined;
  /** The browser cannot play it, or it did not come. */
  readonly isBroken: boolean;
  /** Whether all frames shown so far came at one rate, so that a time tells the number of its frame. */
  readonly isRegular: boolean;
}

/** A film of the page. Its times are its own, in s. */
export interface Film {
  readonly state: FilmState;
  subscribe(listener: () => void): () => void;
  /** Hears of each frame to which the film came by itself: played or stepped to, not sought. */
  onFrame(listener: (seconds: number) => void): () => void;
  /** Hears when it begins to play and when it stops, whoever wanted that (a headset's key, the browser); not of its end. */
  onTurned(listener: (isPlaying: boolean) => void): () => void;
  /** Takes the element that shows it, and answers how to let go of it. */
  attach(element: HTMLVideoElement): () => void;
  play(from?: number): void;
  pause(): void;
  /** Goes there; of many wishes while it is on its way only the last one counts. */
  seek(seconds: number): void;
  step(frames: number): void;
  setRate(rate: number): void;
  mute(isMuted: boolean): void;
}

/** Frames a second of a film that does not say them. */
const usualRate = 30;

/** From one frame to the next, on average. */
export function frameSecondsOf(fps: number | null | undefined): number {
  return 1 / (fps ?? usualRate);
}

/** Speeds, of real time. */
export const filmRates = [0.1, 0.25, 0.5, 1, 2] as const;

const atFirst: FilmState = {
  ...{ seconds: 0, isPlaying: false, rate: 1, isMuted: true, duration: undefined },
  ...{ isBroken: false, isRegular: true },
};
/** Of a frame, by which the time of its start may be too early. */
const roundingFrames = 1e-3;
/** s to which a browser is sent to find the end of a film that does not say its length. */
const beyondAnyFilm = 1e7;
/** Frames that a time may lie beside the one that its number says: files round to ms. */
const irregularFrames = 0.2;
/** Frames of sound beyond the picture that belong to it: files of cameras end so. */
const soundFrames = 2;

export interface FilmTimes {
  /** From one frame to the next, on average. */
  readonly frameSeconds: number;
  /** To the end of its picture: sound may go on, which is not played. */
  readonly pictureSeconds: number;
}

export function createFilm({ frameSeconds, pictureSeconds }: FilmTimes): Film {
  const listeners = new Set<() => void>();
  const turners = new Set<(isPlaying: boolean) => void>();
  const hearers = new Set<(seconds: number) => void>();
  let state = atFirst;
  let element: HTMLVideoElement | undefined;
  let wanted: number | undefined;
  /** Who says where it stands: what it plays and steps to is told, what it was sent to is known. */
  let leads = false;

  function change(some: Partial<FilmState>): void {
    state = { ...state, ...some };
    for (const listener of listeners) listener();
  }

  function go(seconds: number): void {
    const end = state.duration ?? Number.POSITIVE_INFINITY;
    const at = Math.min(Math.max(0, seconds), Math.max(0, end - frameSeconds / 2));
    if (element === undefined || element.readyState === 0 || element.seeking) wanted = at;
    else if (element.currentTime !== at) element.currentTime = at;
  }

  const turn = (isPlaying: boolean): void => {
    for (const hear of turners) hear(isPlaying);
  };
  const isOver = ({ currentTime, ended }: HTMLVideoElement): boolean =>
    ended || currentTime > pictureSeconds + soundFrames * frameSeconds;

  function show(seconds: number): void {
    const frames = seconds / frameSeconds;
    const isRegular = state.isRegular && Math.abs(frames - Math.round(frames)) < irregularFrames;
    change({ seconds, isRegular });
    if (leads || state.isPlaying) for (const hear of hearers) hear(seconds);
  }

  const onSeeked = (): void => {
    if (wanted === undefined) return;
    const next = wanted;
    wanted = undefined;
    go(next);
  };
  const onLength = (): void => {
    if (element === undefined) return;
    // A film that was streamed to its file says no length until its end was read.
    if (element.duration === Number.POSITIVE_INFINITY) {
      wanted ??= state.seconds;
      element.currentTime = beyondAnyFilm;
      return;
    }
    const { duration } = element;
    change({ duration: Number.isFinite(duration) ? Math.min(duration, pictureSeconds) : undefined });
    if (!element.seeking) onSeeked();
  };

  function attach(given: HTMLVideoElement): () => void {
    element = given;
    wanted ??= state.seconds;
    const leave = new AbortController();
    const on = (name: keyof HTMLMediaElementEventMap, listener: () => void) =>
      given.addEventListener(name, listener, { signal: leave.signal });
    on('seeked', onSeeked);
    on('durationchange', onLength);
    on('loadedmetadata', onLength);
    // These tell later what became of it: meanwhile it may have been turned again.
    on('play', () => {
      change({ isPlaying: true });
      if (!given.paused) turn(true);
    });
    on('pause', () => {
      change({ isPlaying: false });
      if (given.paused && !isOver(given)) turn(false);
    });
    on('timeupdate', () => {
      if (!given.paused && isOver(given)) given.pause();
    });
    on('error', () => change({ isBroken: true, isPlaying: false }));
    given.muted = state.isMuted;
    given.playbackRate = state.rate;
    if (given.readyState > 0) onLength();
    const stop = eachFrame(given, show);
    return () => {
      leave.abort();
      stop();
      given.pause();
      change({ isPlaying: false });
      if (element === given) element = undefined;
    };
  }

  return {
    get state() {
      return state;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onFrame(listener) {
      hearers.add(listener);
      return () => hearers.delete(listener);
    },
    onTurned(listener) {
      turners.add(listener);
      return () => turners.delete(listener);
    },
    attach,
    play(from) {
      leads = true;
      if (element === undefined) return;
      if (from !== undefined) go(from);
      else if (isOver(element)) go(0);
      change({ isPlaying: true });
      const given = element;
      // Refused where the page may not play, or paused before it began.
      given.play().catch(() => {
        change({ isPlaying: !given.paused });
        if (given.paused && given === element) turn(false);
      });
    },
    pause() {
      element?.pause();
      turn(false);
    },
    seek(seconds) {
      leads = false;
      go(seconds);
    },
    step(frames) {
      element?.pause();
      turn(false);
      leads = true;
      // From where it was sent, though that was not drawn yet, to the middle of a frame: rounding cannot take it to the neighbour.
      const at = wanted ?? element?.currentTime ?? state.seconds;
      go((Math.floor(at / frameSeconds + roundingFrames) + frames + 0.5) * frameSeconds);
    },
    setRate(rate) {
      if (element !== undefined) element.playbackRate = rate;
      change({ rate });
    },
    mute(isMuted) {
      if (element !== undefined) element.muted = isMuted;
      change({ isMuted });
    },
  };
}

/** Tells of each frame when it is shown, by its own time; where a browser does not say that, by its clock. */
function eachFrame(element: HTMLVideoElement, show: (seconds: number) => void): () => void {
  if (typeof element.requestVideoFrameCallback !== 'function') {
    const tell = () => show(element.currentTime);
    const names = ['timeupdate', 'seeked'] as const;
    for (const name of names) element.addEventListener(name, tell);
    return () => {
      for (const name of names) element.removeEventListener(name, tell);
    };
  }
  let asked = element.requestVideoFrameCallback(function onFrame(_, { mediaTime }) {
    asked = element.requestVideoFrameCallback(onFrame);
    show(mediaTime);
  });
  return () => element.cancelVideoFrameCallback(asked);
}
