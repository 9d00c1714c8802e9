import { mdiCheck } from '@mdi/js';
import Button from '@mui/material/Button';
import { athleteNames } from '@sillage/domain';
import { Link } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeviceRecord } from '../../live/follow-records.ts';
import { forgetEnded, useFollowedRecords } from '../../live/followed-records.ts';
import { longestOf, newestOfDevices, pageFor } from '../../records/newest-of-devices.ts';
import { useRecordList, useRecordUpdates } from '../../records/record-queries.ts';
import { RecordState } from '../../records/record-state.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { formatChrono } from '../../ui/chrono.ts';
import { Icon } from '../../ui/icon.tsx';
import { chooseVariables } from './choose-variables.ts';
import { EndedMeans } from './ended-means.tsx';
import styles from './ended-records.module.css';

/** Rows that say means: each asks the server for the statistics of a whole record. */
const meansAtMost = 12;

/** What was recorded, until the next start: one line a record, with the way to it; `short` leaves room for curves. */
export function EndedRecords({ short }: { short: boolean }): ReactNode {
  const { running, ended } = useFollowedRecords();
  return running.size > 0 || ended.length === 0 ? null : <Ended ended={ended} short={short} />;
}

function Ended({ ended, short }: { ended: readonly DeviceRecord[]; short: boolean }): ReactNode {
  const { t } = useTranslation('realtime');
  useRecordUpdates();
  const deviceIds = ended.map(({ device }) => device.id);
  const { data } = useRecordList({ deviceIds, pageSize: pageFor(deviceIds.length) });
  const found = newestOfDevices(data?.records ?? []);
  const duration = formatChrono(Math.floor(longestOf(ended, found)), 0);
  const first = ended.map(({ device }) => found.get(device.id)).find((record) => record !== undefined);
  const toFirst = useFocusWhenThere(first?.id);
  return (
    <section
      className={`${styles.ended} ${short ? styles.short : ''}`}
      aria-label={t('ended.title', { count: ended.length, duration })}
    >
      <header className={styles.head}>
        <span className={styles.tick}>
          <Icon path={mdiCheck} />
        </span>
        <div className={styles.title}>
          <h2>{t('ended.title', { count: ended.length, duration })}</h2>
          <p>{t('ended.kept')}</p>
        </div>
        <Button onClick={forgetEnded}>{t('ended.back')}</Button>
      </header>
      <ul className={styles.rows}>
        {ended.map(({ device, seconds }, index) => {
          const record = found.get(device.id);
          const [wearer] = record?.users ?? device.users;
          const names = athleteNames(record?.users ?? device.users);
          return (
            <li key={device.number} className={styles.row}>
              {wearer ? <Avatar person={wearer} size={24} /> : <span />}
              <b className={styles.who}>{names || t('card.unpaired')}</b>
              <span className={styles.device}>{device.name}</span>
              <span className={styles.duration}>{formatChrono(record?.duration || seconds, 1)}</span>
              <span className={styles.means}>
                {record?.decode_state === 'done' && index < meansAtMost && (
                  <EndedMeans recordId={record.id} variables={chooseVariables(device.realtime_data_keys, 2)} />
                )}
              </span>
              <span className={styles.state}>{record && <RecordState record={record} />}</span>
              {record && (
                <Button
                  component={Link}
                  ref={record === first ? toFirst : undefined}
                  to={`/records/${record.id}`}
                  aria-label={t('ended.openOne', { name: names || device.name })}
                >
                  {t('ended.open')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Who stopped by the key has the keyboard nowhere: the way to the record is the next press. */
function useFocusWhenThere(id: number | undefined): RefObject<HTMLAnchorElement | null> {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (id !== undefined && document.activeElement === document.body) link.current?.focus();
  }, [id]);
  return link;
}
