import {
  mdiAlertCircleOutline,
  mdiFullscreen,
  mdiLinkVariant,
  mdiLinkVariantOff,
  mdiPause,
  mdiPlay,
  mdiSkipNext,
  mdiSkipPrevious,
  mdiVolumeHigh,
  mdiVolumeOff,
} from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { useServices } from '../../../base/services.tsx';
import { useShortcut } from '../../../base/shortcuts.ts';
import { formatChrono } from '../../../ui/chrono.ts';
import { formatNumber } from '../../../ui/format-number.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useScreenSize } from '../../../ui/screen-size.ts';
import { type Film, type FilmState, filmRates } from './create-film.ts';
import styles from './film-player.module.css';

interface PlayerProps {
  readonly videoId: number;
  readonly film: Film;
  /** Of the record or the film, whichever is the clock of this screen. */
  readonly played: { readonly isPlaying: boolean; toggle(): void };
  readonly frameSeconds: number;
  /** Whether the film says its rate; else its frames have no numbers, and steps are of the usual one. */
  readonly isRateKnown: boolean;
  /** s of the record at which it begins; 0 for a film alone. */
  readonly offset: number;
  /** With curves beside it: whether they have one cursor. */
  readonly link?: { readonly isLinked: boolean; onChange(isLinked: boolean): void };
  /** What stands at the end of the controls. */
  readonly children?: ReactNode;
}

export function useFilmState<T>(film: Film, pick: (state: FilmState) => T): T {
  return useSyncExternalStore(film.subscribe, () => pick(film.state));
}

/** The picture, and what plays it: frame by frame, at speeds of 0.1 to 2. */
export function FilmPlayer(props: PlayerProps): ReactNode {
  const { t } = useTranslation('record');
  const { apiUrl } = useServices();
  const { film, videoId, children, ...rest } = props;
  const frame = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLVideoElement>(null);
  const isBroken = useFilmState(film, (state) => state.isBroken);
  useEffect(() => (picture.current === null ? undefined : film.attach(picture.current)), [film]);
  const fullScreen = () => {
    if (document.fullscreenElement !== null) void document.exitFullscreen();
    // Refused where the page may not: nothing else changes.
    else frame.current?.requestFullscreen?.().catch(() => undefined);
  };
  useShortcut(',', () => film.step(-1));
  useShortcut('.', () => film.step(1));
  useShortcut('F', fullScreen);
  return (
    <div ref={frame} className={styles.player}>
      <div className={styles.picture}>
        <video
          key={videoId}
          ref={picture}
          src={`${apiUrl}/videos/record/${videoId}`}
          preload="auto"
          playsInline
          muted
          aria-label={t('film.picture')}
          onClick={rest.played.toggle}
        />
        {isBroken ? (
          <p className={styles.broken} role="alert">
            <Icon path={mdiAlertCircleOutline} size={24} />
            {t('film.broken')}
          </p>
        ) : (
          <Timecode film={film} {...rest} />
        )}
      </div>
      <Controls film={film} {...rest} onFullScreen={fullScreen}>
        {children}
      </Controls>
    </div>
  );
}

/** `13:16.400, image 39 820` of the frame that is shown; only the time where frames come at no one rate. */
function Timecode(props: Pick<PlayerProps, 'film' | 'offset' | 'frameSeconds' | 'isRateKnown'>): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const seconds = useFilmState(props.film, (state) => state.seconds);
  const at = seconds + props.offset;
  const time = `${at < 0 ? '−' : ''}${formatChrono(Math.abs(at))}`;
  const isNumbered = useFilmState(props.film, (state) => state.isRegular) && props.isRateKnown;
  const number = formatNumber(Math.round(seconds / props.frameSeconds), 0, language);
  return <span className={styles.timecode}>{isNumbered ? t('film.timecode', { time, number }) : time}</span>;
}

function Controls(props: Omit<PlayerProps, 'videoId'> & { onFullScreen(): void }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { film, played, link, frameSeconds } = props;
  // The key is of the cursor, which another one than the film's may be.
  const key = link?.isLinked === false ? 'Alone' : '';
  const size = useScreenSize();
  const isMuted = useFilmState(film, (state) => state.isMuted);
  const rate = formatNumber(1 / frameSeconds, Number.isInteger(Math.round(100 / frameSeconds) / 100) ? 0 : 2, language);
  const milliseconds = formatNumber(frameSeconds * 1000, 0, language);
  return (
    <div className={styles.controls}>
      <Tool icon={mdiSkipPrevious} name={t('film.previousFrame')} onClick={() => film.step(-1)} />
      <Tool
        icon={played.isPlaying ? mdiPause : mdiPlay}
        name={t(played.isPlaying ? `film.pause${key}` : `film.play${key}`)}
        onClick={played.toggle}
      />
      <Tool icon={mdiSkipNext} name={t('film.nextFrame')} onClick={() => film.step(1)} />
      <Rates film={film} isCompact={size !== 'desktop'} />
      <span className={styles.grow} />
      {props.isRateKnown && <span className={styles.frames}>{t('film.rate', { rate, milliseconds })}</span>}
      {link && (
        <Tool
          icon={link.isLinked ? mdiLinkVariant : mdiLinkVariantOff}
          name={t('film.oneCursor')}
          pressed={link.isLinked}
          onClick={() => link.onChange(!link.isLinked)}
        />
      )}
      {size !== 'phone' && (
        <Tool
          icon={isMuted ? mdiVolumeOff : mdiVolumeHigh}
          name={t(isMuted ? 'film.unmute' : 'film.mute')}
          onClick={() => film.mute(!isMuted)}
        />
      )}
      <Tool icon={mdiFullscreen} name={t('film.full')} onClick={props.onFullScreen} />
      {props.children}
    </div>
  );
}

function Rates({ film, isCompact }: { film: Film; isCompact: boolean }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const now = useFilmState(film, (state) => state.rate);
  const write = (rate: number) => formatNumber(rate, rate === 0.25 ? 2 : rate < 1 ? 1 : 0, language);
  if (isCompact) {
    return (
      <select
        className={styles.rate}
        value={now}
        aria-label={t('film.speed')}
        onChange={({ target }) => film.setRate(Number(target.value))}
      >
        {filmRates.map((rate) => (
          <option key={rate} value={rate}>
            {write(rate)}×
          </option>
        ))}
      </select>
    );
  }
  return (
    <fieldset className={styles.rates} aria-label={t('film.speed')}>
      {filmRates.map((rate) => (
        <button key={rate} type="button" aria-pressed={rate === now} onClick={() => film.setRate(rate)}>
          {write(rate)}
          {rate === 1 && '×'}
        </button>
      ))}
    </fieldset>
  );
}

export function Tool(props: { icon: string; name: string; pressed?: boolean; onClick(): void }): ReactNode {
  return (
    <IconButton
      aria-label={props.name}
      title={props.name}
      {...(props.pressed !== undefined && { 'aria-pressed': props.pressed })}
      onClick={props.onClick}
    >
      <Icon path={props.icon} />
    </IconButton>
  );
}
