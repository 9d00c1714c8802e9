import { mdiCheck } from '@mdi/js';
import Button from '@mui/material/Button';
import { athleteNames } from '@sillage/domain';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatChrono } from '../../charts/chrono.ts';
import type { DeviceRecord } from '../../live/follow-records.ts';
import { forgetEnded, useFollowedRecords } from '../../live/followed-records.ts';
import { longestOf, newestOfDevices, pageFor } from '../../records/newest-of-devices.ts';
import { useRecordList, useRecordUpdates } from '../../records/record-queries.ts';
import { RecordState } from '../../records/record-state.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './ended-records.module.css';

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
          <h3>{t('ended.title', { count: ended.length, duration })}</h3>
          <p>{t('ended.kept')}</p>
        </div>
        <Button onClick={forgetEnded}>{t('ended.back')}</Button>
      </header>
      <ul className={styles.rows}>
        {ended.map(({ device, seconds }) => {
          const record = found.get(device.id);
          const [first] = record?.users ?? device.users;
          const names = athleteNames(record?.users ?? device.users);
          return (
            <li key={device.number} className={styles.row}>
              {first ? <Avatar person={first} size={24} /> : <span />}
              <b className={styles.who}>{names || t('card.unpaired')}</b>
              <span className={styles.device}>{device.name}</span>
              <span className={styles.duration}>{formatChrono(record?.duration || seconds, 1)}</span>
              <span className={styles.state}>{record && <RecordState record={record} />}</span>
              {record && (
                <Button
                  component={Link}
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
