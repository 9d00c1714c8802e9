import { mdiClose, mdiDockLeft, mdiDockRight, mdiTune, mdiVideoOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import type { AlignedVideo, VideoCandidate } from '@sillage/contract';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { formatChrono } from '../../../ui/chrono.ts';
import { MessageScreen } from '../../../ui/message-screen.tsx';
import { useScreenSize } from '../../../ui/screen-size.ts';
import { useOpenRecord } from '../open-record.ts';
import { leastFilmShare, mostFilmShare, useViewSettings } from '../view-settings.ts';
import { AlignFilm } from './align-film.tsx';
import styles from './film-panel.module.css';
import { FilmPlayer, Tool, useFilmState } from './film-player.tsx';
import { usePlaceFilm, useVideosOf } from './film-queries.ts';
import { sayOffset } from './offset-text.ts';
import type { FilmBeside } from './use-film-beside.ts';

/** For the style sheet, which knows where there is room at the side. */
const shareStyle = (share: number): { readonly [name: `--${string}`]: string } => ({ '--share': `${share * 100}%` });

/** The film beside the curves, at the side and as wide as it was put; on a phone above them. */
export default function FilmPanel(): ReactNode {
  const { t } = useTranslation('record');
  const { film } = useOpenRecord();
  const { filmShare, filmSide } = useViewSettings();
  const panel = useRef<HTMLElement>(null);
  const isPhone = useScreenSize() === 'phone';
  if (film === undefined) return null;
  return (
    <>
      <aside
        ref={panel}
        className={styles.panel}
        data-aligning={film.isAligning}
        style={shareStyle(filmShare)}
        aria-label={t('film.title')}
      >
        {film.video === undefined ? <NoFilm /> : <ShownFilm beside={film} video={film.video} />}
      </aside>
      {!isPhone && <Divider panel={panel} sign={filmSide === 'left' ? 1 : -1} />}
    </>
  );
}

function ShownFilm(props: { beside: FilmBeside; video: AlignedVideo }): ReactNode {
  const { t } = useTranslation('record');
  const { record, played, openFilm } = useOpenRecord();
  const { filmSide, placeFilm } = useViewSettings();
  const isPhone = useScreenSize() === 'phone';
  const { beside, video } = props;
  const { film } = beside;
  const playsAlone = useFilmState(film, (state) => state.isPlaying);
  const alone = { isPlaying: playsAlone, toggle: () => (playsAlone ? film.pause() : film.play()) };
  return (
    <>
      {record.videos.length > 1 && (
        <div className={styles.films}>
          <select
            value={video.id}
            aria-label={t('film.choose')}
            onChange={({ target }) => beside.choose(Number(target.value))}
          >
            {record.videos.map((one) => (
              <option key={one.id} value={one.id}>
                {one.basename}
              </option>
            ))}
          </select>
        </div>
      )}
      <FilmPlayer
        videoId={video.id}
        film={film}
        played={beside.isLinked ? played : alone}
        frameSeconds={beside.frameSeconds}
        isRateKnown={video.fps !== null}
        offset={beside.offset}
        link={{ isLinked: beside.isLinked, onChange: beside.link }}
      >
        {record.may.edit && (
          <Tool
            icon={mdiTune}
            name={t('film.align')}
            pressed={beside.isAligning}
            onClick={() => beside.align(!beside.isAligning)}
          />
        )}
        {!isPhone && (
          <Tool
            icon={filmSide === 'left' ? mdiDockRight : mdiDockLeft}
            name={t(filmSide === 'left' ? 'film.toRight' : 'film.toLeft')}
            onClick={() => placeFilm({ filmSide: filmSide === 'left' ? 'right' : 'left' })}
          />
        )}
        <Tool icon={mdiClose} name={t('film.close')} onClick={() => openFilm(false)} />
      </FilmPlayer>
      {beside.isAligning && <AlignFilm key={video.id} beside={beside} video={video} />}
    </>
  );
}

/** Films that were made about then, to be put beside the record; nothing is put by itself. */
function NoFilm(): ReactNode {
  const { t } = useTranslation('record');
  const { record, openFilm } = useOpenRecord();
  const { data } = useVideosOf(record.id);
  const found = data?.proposed ?? [];
  return (
    <div className={styles.none}>
      <MessageScreen
        icon={mdiVideoOutline}
        tone="quiet"
        title={t(found.length === 0 ? 'film.none' : 'film.found', { count: found.length })}
        text={t(found.length === 0 ? 'film.noneText' : 'film.foundText')}
      >
        {found.length > 0 && (
          <ul className={styles.found}>
            {found.map((one) => (
              <Candidate key={one.id} candidate={one} />
            ))}
          </ul>
        )}
        <Button component={Link} to="/upload" variant="outlined">
          {t('film.import')}
        </Button>
        <Button onClick={() => openFilm(false)}>{t('film.close')}</Button>
      </MessageScreen>
    </div>
  );
}

function Candidate({ candidate }: { candidate: VideoCandidate }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { record } = useOpenRecord();
  const { id, basename, duration, offset_seconds } = candidate;
  const place = usePlaceFilm(id, { recordId: null, offset: null });
  return (
    <li>
      <span className={styles.words}>
        <b>{basename}</b>
        <span>
          {formatChrono(duration, 0)}, {t('film.byDate', { offset: sayOffset(offset_seconds, language) })}
        </span>
      </span>
      <Button
        variant="outlined"
        loading={place.isPending}
        onClick={() => place.mutate({ recordId: record.id, offset: offset_seconds })}
      >
        {t('film.put')}
      </Button>
    </li>
  );
}

/** Of the width that an arrow key gives or takes. */
const keyShare = 0.02;

/** Dragged, or moved by the arrow keys, it says how wide the film is. */
function Divider(props: { panel: { readonly current: HTMLElement | null }; sign: 1 | -1 }): ReactNode {
  const { t } = useTranslation('record');
  const { filmShare, placeFilm } = useViewSettings();
  const move = (event: PointerEvent<HTMLElement>) => {
    const whole = props.panel.current?.parentElement?.getBoundingClientRect();
    if (event.buttons !== 1 || whole === undefined || whole.width === 0) return;
    const share = (event.clientX - whole.left) / whole.width;
    placeFilm({ filmShare: props.sign === 1 ? share : 1 - share });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const sign = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (sign === 0 || event.altKey) return;
    event.preventDefault();
    placeFilm({ filmShare: filmShare + sign * props.sign * keyShare });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a divider that is moved is no line between paragraphs
    <div
      className={styles.divider}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('film.width')}
      aria-valuenow={Math.round(filmShare * 100)}
      aria-valuemin={leastFilmShare * 100}
      aria-valuemax={mostFilmShare * 100}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={move}
      onKeyDown={onKeyDown}
    />
  );
}
