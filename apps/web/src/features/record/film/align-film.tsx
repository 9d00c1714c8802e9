import { mdiAlertOutline, mdiAutoFix, mdiCheck, mdiClose, mdiHistory, mdiMinus, mdiPlus } from '@mdi/js';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type AlignedVideo, type AlignmentProposal, limits } from '@sillage/contract';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import { sentenceOfProblem } from '../../../base/say-problem.ts';
import { isKeyTaken } from '../../../base/shortcuts.ts';
import { useFormatDate } from '../../../base/use-format-date.ts';
import { CorrelationChart } from '../../../records/fuse/correlation-chart.tsx';
import { formatChrono } from '../../../ui/chrono.ts';
import { formatNumber } from '../../../ui/format-number.ts';
import { Icon } from '../../../ui/icon.tsx';
import { UnderlinedField } from '../../../ui/underlined-field.tsx';
import { useOpenRecord } from '../open-record.ts';
import styles from './align-film.module.css';
import { Tool } from './film-player.tsx';
import { placeOf, useFilmProposal, usePlaceFilm, usePlacesOf } from './film-queries.ts';
import { stretchAround } from './frame-differences.ts';
import { MotionChart } from './motion-chart.tsx';
import { readFilmOffset, sayOffset, toMilliseconds, typedOffset } from './offset-text.ts';
import type { FilmBeside } from './use-film-beside.ts';
import { useMotion } from './use-motion.ts';

/** Where a film lies beside its record: dragged, written, moved by a frame, or taken from what is proposed. Nothing is kept before a button says so. */
export function AlignFilm(props: { beside: FilmBeside; video: AlignedVideo }): ReactNode {
  const { record } = useOpenRecord();
  const { beside, video } = props;
  const { offset, frameSeconds, tryOffset } = beside;
  const [stretch] = useState(() => stretchAround(beside.film.state.seconds, video.duration, frameSeconds));
  const measured = useMotion(video.id, stretch);
  const asked = useFilmProposal(record, video.id, measured.motion);
  const proposed = believed(asked.data);
  const step = (frames: number) => tryOffset(toMilliseconds(offset + frames * frameSeconds));
  useFrameKeys(step);
  return (
    <section className={styles.align} aria-labelledby="align-film">
      <Head video={video} onClose={() => beside.align(false)} />
      <MotionChart
        motion={measured.motion}
        offset={offset}
        proposed={proposed}
        frameSeconds={frameSeconds}
        onOffset={tryOffset}
      />
      <div className={styles.foot}>
        <Looking measured={measured} part={stretch.to - stretch.from < video.duration ? stretch : undefined} />
        {measured.motion !== undefined && <Proposal asked={asked} offset={offset} onTry={tryOffset} />}
      </div>
      <Keep {...props} proposed={proposed} onStep={step} />
    </section>
  );
}

/** What is sure enough to be proposed. */
function believed(proposal: AlignmentProposal | undefined): number | undefined {
  if (proposal === undefined || (proposal.confidence ?? 0) < limits.fusionConfidence) return undefined;
  return proposal.offset_seconds ?? undefined;
}

function useFrameKeys(step: (frames: number) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const sign = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (sign === 0 || !event.altKey || event.ctrlKey || event.metaKey || isKeyTaken(event, document)) return;
    event.preventDefault();
    step(sign);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

function Head(props: { video: AlignedVideo; onClose(): void }): ReactNode {
  const { t } = useTranslation('record');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <div className={styles.head}>
      <h2 id="align-film">{t('film.align')}</h2>
      <span className={styles.name}>{props.video.basename}</span>
      <span className={styles.grow} />
      <Button
        className={styles.bare ?? ''}
        color="inherit"
        aria-haspopup="menu"
        aria-label={t('film.places')}
        title={t('film.places')}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon path={mdiHistory} />
      </Button>
      <Tool icon={mdiClose} name={t('film.endAligning')} onClick={props.onClose} />
      {anchor !== null && <Places video={props.video} anchor={anchor} onClose={() => setAnchor(null)} />}
    </div>
  );
}

/** Where it was put, by whom and when: each place can be gone back to. */
function Places(props: { video: AlignedVideo; anchor: HTMLElement; onClose(): void }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const moment = useFormatDate('moment');
  const { record } = useOpenRecord();
  const { video, onClose } = props;
  const { data } = usePlacesOf(video.id);
  const place = usePlaceFilm(video.id, placeOf(record, video.offset_seconds));
  return (
    <Menu
      anchorEl={props.anchor}
      open
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      {(data?.deeds ?? []).map((deed, index) => (
        <MenuItem
          key={`${deed.date} ${deed.offset_seconds}`}
          selected={index === 0}
          disabled={!record.may.edit || (deed.of_record_id === null && deed.offset_seconds !== null)}
          onClick={() => {
            if (index > 0) place.mutate({ recordId: deed.of_record_id, offset: deed.offset_seconds });
            onClose();
          }}
        >
          <span className={styles.deed}>
            <b>
              {deed.offset_seconds === null ? t('film.besideNone') : `${sayOffset(deed.offset_seconds, language)} s`}
              {deed.of_record_id !== record.id && deed.of_record_name !== null && `, ${deed.of_record_name}`}
            </b>
            <span>
              {deed.user_name}, {moment(deed.date)}
            </span>
          </span>
        </MenuItem>
      ))}
      {data?.deeds.length === 0 && <MenuItem disabled>{t('film.noPlaces')}</MenuItem>}
    </Menu>
  );
}

/** How far the look at the film is, which can be given up; of a long one which part was looked at. */
function Looking(props: {
  measured: ReturnType<typeof useMotion>;
  part: { readonly from: number; readonly to: number } | undefined;
}): ReactNode {
  const { t } = useTranslation('record');
  const { motion, progress, isFailed, stop, again } = props.measured;
  if (progress !== undefined) {
    return (
      <div className={styles.looking}>
        <span>{t('film.looking')}</span>
        <LinearProgress
          className={styles.grow ?? ''}
          variant="determinate"
          value={100 * progress}
          aria-label={t('film.looking')}
        />
        <Button onClick={stop}>{t('cancel')}</Button>
      </div>
    );
  }
  if (motion === undefined) {
    return (
      <div className={styles.looking}>
        <span role={isFailed ? 'alert' : undefined}>{t(isFailed ? 'film.notLooked' : 'film.stopped')}</span>
        <span className={styles.grow} />
        <Button onClick={again}>{t('film.lookAgain')}</Button>
      </div>
    );
  }
  if (props.part === undefined) return null;
  const { from, to } = props.part;
  return <p className={styles.part}>{t('film.part', { from: formatChrono(from, 0), to: formatChrono(to, 0) })}</p>;
}

function Proposal(props: {
  asked: ReturnType<typeof useFilmProposal>;
  offset: number;
  onTry(offset: number): void;
}): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const [showsWhy, setShowsWhy] = useState(false);
  const { data, error, isFetching } = props.asked;
  if (isFetching) return <p className={styles.part}>{t('film.comparing')}</p>;
  if (error !== null) return <p className={styles.part}>{sentenceOfProblem(error, t('film.noAnswer'))}</p>;
  if (data === undefined) return <p className={styles.part}>{t('film.tooFewFrames')}</p>;
  const { offset_seconds, confidence, movements, correlation, problem } = data;
  if (offset_seconds === null || confidence === null) {
    return <p className={styles.part}>{problem === null ? t('film.notFound') : inPageLanguage(problem)}</p>;
  }
  const isSure = believed(data) !== undefined;
  const said = {
    offset: sayOffset(offset_seconds, language),
    percent: formatNumber(confidence * 100, 0, language),
  };
  return (
    <>
      <div className={styles.proposal} data-sure={isSure} role="status">
        <Icon path={isSure ? mdiAutoFix : mdiAlertOutline} />
        <span className={styles.grow}>
          <b>{t(isSure ? 'film.proposed' : 'film.unsure', said)}</b>{' '}
          {movements !== null && t(isSure ? 'film.because' : 'film.counted', { count: movements })}{' '}
          {problem !== null && inPageLanguage(problem)}
        </span>
        {!isSure && <Button onClick={() => props.onTry(toMilliseconds(offset_seconds))}>{t('film.look')}</Button>}
        {correlation !== null && (
          <Button aria-expanded={showsWhy} onClick={() => setShowsWhy(!showsWhy)}>
            {t('film.why')}
          </Button>
        )}
      </div>
      {showsWhy && correlation !== null && (
        <CorrelationChart correlation={correlation} offset={props.offset} onChange={props.onTry} />
      )}
    </>
  );
}

function Keep(props: {
  beside: FilmBeside;
  video: AlignedVideo;
  proposed: number | undefined;
  onStep(frames: number): void;
}): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { record } = useOpenRecord();
  const { beside, video, proposed } = props;
  const { offset, tryOffset } = beside;
  const [typed, setTyped] = useState<{ readonly text: string; readonly of: number }>();
  const place = usePlaceFilm(video.id, placeOf(record, video.offset_seconds));
  const put = (seconds: number) => place.mutate(placeOf(record, seconds), { onSuccess: () => beside.align(false) });
  const text = typed !== undefined && typed.of === offset ? typed.text : typedOffset(offset, language);
  const isWrong = readFilmOffset(text) === undefined;
  const isKept = offset === video.offset_seconds;
  const offersOther = proposed !== undefined && toMilliseconds(proposed) !== toMilliseconds(offset);
  return (
    <div className={styles.keep}>
      <UnderlinedField
        className={styles.offset ?? ''}
        label={t('film.offset')}
        value={text}
        inputMode="decimal"
        endAdornment={<span className={styles.unit}>s</span>}
        problem={isWrong ? t('film.offsetWrong') : undefined}
        onChange={({ target }) => {
          const seconds = readFilmOffset(target.value);
          if (seconds !== undefined) tryOffset(toMilliseconds(seconds));
          setTyped({ text: target.value, of: seconds === undefined ? offset : toMilliseconds(seconds) });
        }}
      />
      <span className={styles.steps}>
        <Tool icon={mdiMinus} name={t('film.frameEarlier')} onClick={() => props.onStep(-1)} />
        <span>{t('film.oneFrame')}</span>
        <Tool icon={mdiPlus} name={t('film.frameLater')} onClick={() => props.onStep(1)} />
      </span>
      <span className={styles.grow} />
      <Button
        variant={offersOther ? 'text' : 'contained'}
        disabled={isWrong || isKept}
        loading={place.isPending}
        onClick={() => put(offset)}
      >
        {isKept ? t('film.isKept') : t('film.keep', { offset: sayOffset(offset, language) })}
      </Button>
      {offersOther && (
        <Button
          variant="contained"
          loading={place.isPending}
          startIcon={<Icon path={mdiCheck} size={18} />}
          onClick={() => put(toMilliseconds(proposed))}
        >
          {t('film.apply', { offset: sayOffset(proposed, language) })}
        </Button>
      )}
    </div>
  );
}
