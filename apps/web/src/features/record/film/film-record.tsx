import { mdiDownload, mdiPencil } from '@mdi/js';
import Button from '@mui/material/Button';
import type { Record, RecordVideo } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { useShortcut } from '../../../base/shortcuts.ts';
import { dateOf, sourceOf } from '../../../records/describe-record.ts';
import { DownloadDialog } from '../../../records/download-dialog.tsx';
import { EditRecordDialog } from '../../../records/edit-record-dialog.tsx';
import { useRecord } from '../../../records/record-queries.ts';
import { formatChrono } from '../../../ui/chrono.ts';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { formatNumber } from '../../../ui/format-number.ts';
import { Icon } from '../../../ui/icon.tsx';
import { DeleteButton } from '../record-states.tsx';
import { createFilm, type Film, frameSecondsOf } from './create-film.ts';
import { FilmPlayer, useFilmState } from './film-player.tsx';
import styles from './film-record.module.css';
import { sayOffset } from './offset-text.ts';

/** s that an arrow key goes on, and with Shift. */
const [keySeconds, largeKeySeconds] = [1, 10];

/** A film alone: its picture, what is known of it, and the record that it belongs to. */
export default function FilmRecord({ record, video }: { record: Record; video: RecordVideo }): ReactNode {
  const frameSeconds = frameSecondsOf(video.fps);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record is another film
  const film = useMemo(
    () => createFilm({ frameSeconds, pictureSeconds: record.duration }),
    [record.id, record.duration, frameSeconds],
  );
  const isPlaying = useFilmState(film, (state) => state.isPlaying);
  const toggle = () => (isPlaying ? film.pause() : film.play());
  useShortcut('Space', toggle);
  return (
    <div className={styles.film}>
      <div className={styles.player}>
        <FilmPlayer
          videoId={record.id}
          film={film}
          played={{ isPlaying, toggle }}
          frameSeconds={frameSeconds}
          isRateKnown={video.fps !== null}
          offset={0}
        />
        <Place film={film} duration={record.duration} />
      </div>
      <Facts record={record} video={video} />
    </div>
  );
}

/** Where it stands: dragged, or moved by the arrow keys. */
function Place({ film, duration }: { film: Film; duration: number }): ReactNode {
  const { t } = useTranslation('record');
  const seconds = useFilmState(film, (state) => state.seconds);
  const known = useFilmState(film, (state) => state.duration);
  return (
    <div className={styles.place}>
      <input
        type="range"
        min={0}
        max={known ?? duration}
        step={0.001}
        value={seconds}
        aria-label={t('film.position')}
        aria-valuetext={formatChrono(seconds)}
        onChange={({ target }) => film.seek(Number(target.value))}
        onKeyDown={(event) => {
          const sign = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
          if (sign === 0) return;
          event.preventDefault();
          film.seek(seconds + sign * (event.shiftKey ? largeKeySeconds : keySeconds));
        }}
      />
      <span>{formatChrono(known ?? duration)}</span>
    </div>
  );
}

function Facts({ record, video }: { record: Record; video: RecordVideo }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const [dialog, setDialog] = useState<'edit' | 'download'>();
  const close = () => setDialog(undefined);
  const rows: readonly (readonly [string, string])[] = [
    [t('sheet.name'), record.basename],
    [t('sheet.date'), `${dateOf(record, language)} (${record.timezone})`],
    [t('sheet.duration'), formatChrono(record.duration)],
    [t('film.size'), t('film.sizeText', { width: video.width, height: video.height })],
    [t('film.frames'), video.fps === null ? '–' : t('film.framesText', { rate: formatNumber(video.fps, 2, language) })],
    [t('film.coding'), [video.format, video.codec].filter(Boolean).join(', ')],
    [t('film.sound'), t(video.has_audio ? 'film.withSound' : 'film.noSound')],
    [t('sheet.size'), formatBytes(record.size, language)],
  ];
  return (
    <aside className={styles.facts} aria-label={t('sheet.title')}>
      <BelongsTo video={video} />
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {record.comment !== '' && <p className={styles.comment}>{record.comment}</p>}
      <div className={styles.actions}>
        <Button
          variant="contained"
          onClick={() => setDialog('download')}
          startIcon={<Icon path={mdiDownload} size={18} />}
        >
          {t('toolbar.download')}
        </Button>
        {record.may.edit && (
          <Button variant="outlined" onClick={() => setDialog('edit')} startIcon={<Icon path={mdiPencil} size={18} />}>
            {t('sheet.edit')}
          </Button>
        )}
        <DeleteButton record={record} />
      </div>
      {dialog === 'edit' && <EditRecordDialog record={record} onClose={close} />}
      {dialog === 'download' && <DownloadDialog records={[record]} onClose={close} />}
    </aside>
  );
}

/** The record beside which it is played, else how it comes to one. */
function BelongsTo({ video }: { video: RecordVideo }): ReactNode {
  const { t } = useTranslation('record');
  if (video.of_record_id === null) return <p className={styles.belongs}>{t('film.ofNone')}</p>;
  return <BelongsToRecord id={video.of_record_id} offset={video.offset_seconds ?? 0} />;
}

function BelongsToRecord({ id, offset }: { id: number; offset: number }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { data } = useRecord(id);
  return (
    <p className={styles.belongs}>
      {t('film.of')}{' '}
      <Link to="/records/$recordId" params={{ recordId: String(id) }}>
        {data === undefined ? `#${id}` : `${athleteNames(data.users) || sourceOf(data)}, ${dateOf(data, language)}`}
      </Link>
      . {t(offset < 0 ? 'film.beginsBefore' : 'film.beginsAt', { offset: sayOffset(Math.abs(offset), language) })}
    </p>
  );
}
