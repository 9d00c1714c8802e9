import { mdiVideoOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { inPageLanguage, notifyProblem } from '../base/notify.ts';
import { useServer, useUser } from '../base/services.tsx';
import { useFormatDate } from '../base/use-format-date.ts';
import type { KeptFilm } from '../records/films/film-shelf.ts';
import {
  dropFilm,
  saveFilm,
  sendAgain,
  sendFilmsOf,
  useWaitingFilms,
  type WaitingFilm,
} from '../records/films/waiting-films.ts';
import { Banner } from '../ui/banner.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { formatNumber } from '../ui/format-number.ts';
import styles from './waiting-films.module.css';

/** Films of this device that are no records yet: how many, what becomes of them, and what can be done, above any screen. */
export default function WaitingFilms(): ReactNode {
  const { t } = useTranslation('app');
  const server = useServer();
  const { id: userId } = useUser();
  const { waiting } = useWaitingFilms();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => sendFilmsOf({ server, userId }), [server, userId]);
  if (waiting.length === 0) return null;
  const isWrong = waiting.some(({ problem }) => problem !== undefined);
  return (
    <>
      <Banner
        tone={isWrong ? 'warning' : 'info'}
        icon={mdiVideoOutline}
        action={
          <Button color="inherit" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'films.hide' : 'films.show')}
          </Button>
        }
      >
        {t('films.waiting', { count: waiting.length })} <Summary waiting={waiting} />
      </Banner>
      {isOpen && (
        <ul className={styles.list} aria-label={t('films.list')}>
          {waiting.map((one) => (
            <Film key={one.film.id} waits={one} />
          ))}
        </ul>
      )}
    </>
  );
}

/** The state of the one that most is to be known of. */
function Summary({ waiting }: { waiting: readonly WaitingFilm[] }): ReactNode {
  const { t } = useTranslation('app');
  const language = useAppearance((appearance) => appearance.language);
  const spares = useWaitingFilms((films) => films.spares);
  if (waiting.some(({ problem }) => problem !== undefined)) return t('films.refused');
  const sent = waiting.find(({ share }) => share !== undefined)?.share;
  if (sent !== undefined) return t('films.sent', { percent: formatNumber(Math.floor(sent * 100), 0, language) });
  return spares && t('films.wifi');
}

function Film({ waits }: { waits: WaitingFilm }): ReactNode {
  const { t } = useTranslation('app');
  const [asks, setAsks] = useState(false);
  const spares = useWaitingFilms((films) => films.spares);
  const { film, share, problem, byAnyNetwork } = waits;
  const waitsForWifi = spares && !byAnyNetwork;
  return (
    <li>
      <b className={styles.name}>{film.name}</b>
      {problem !== undefined ? (
        <span role="alert" className={styles.problem}>
          {problem === 'failed' ? t('films.notSent') : inPageLanguage(problem)}
        </span>
      ) : share === undefined ? (
        <span className={styles.state}>{t(waitsForWifi ? 'films.wifi' : 'films.next')}</span>
      ) : (
        <LinearProgress
          className={styles.progress ?? ''}
          variant="determinate"
          value={100 * share}
          aria-label={t('films.sending')}
        />
      )}
      <span className={styles.buttons}>
        {share === undefined && (problem !== undefined || waitsForWifi) && (
          <Button onClick={() => sendAgain(film.id)}>{t('films.send')}</Button>
        )}
        <Button onClick={() => saveFilm(film).catch(notifyProblem)}>{t('films.save')}</Button>
        <Button color="error" onClick={() => setAsks(true)}>
          {t('films.drop')}
        </Button>
      </span>
      {asks && <Drop film={film} onClose={() => setAsks(false)} />}
    </li>
  );
}

function Drop({ film, onClose }: { film: KeptFilm; onClose(): void }): ReactNode {
  const { t } = useTranslation('app');
  const moment = useFormatDate('moment');
  const [isPending, setPending] = useState(false);
  const drop = () => {
    setPending(true);
    dropFilm(film.id).then(onClose, (problem: unknown) => {
      setPending(false);
      notifyProblem(problem);
    });
  };
  return (
    <ConfirmDialog
      title={t('films.dropTitle')}
      text={t('films.dropText', { name: film.name, date: moment(film.startedAt) })}
      verb={t('films.drop')}
      pending={isPending}
      onConfirm={drop}
      onClose={onClose}
    />
  );
}
