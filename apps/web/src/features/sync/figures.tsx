import { mdiCloudOffOutline } from '@mdi/js';
import { api } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useMay } from '../../base/may.ts';
import { inPageLanguage } from '../../base/notify.ts';
import { useServer } from '../../base/services.tsx';
import { useFormatDate } from '../../base/use-format-date.ts';
import { everyMilliseconds, syncKeys } from '../../sending/every.ts';
import { Banner } from '../../ui/banner.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { sayDuration } from '../../ui/say-duration.ts';
import styles from './sync.module.css';
import { useShortMoment } from './use-short-moment.ts';

/** What this hub has still to send, and how its exchange with the cloud goes. */
export function Figures(): ReactNode {
  const { t } = useTranslation('sync');
  const server = useServer();
  const language = useAppearance((appearance) => appearance.language);
  const moment = useFormatDate('moment');
  const short = useShortMoment();
  const maySet = useMay('server.read');
  const { data } = useQuery({
    queryKey: syncKeys.link,
    queryFn: ({ signal }) => server.call(api.readSyncLink, { signal }),
    refetchInterval: everyMilliseconds,
    meta: { quiet: true },
  });
  if (data === undefined) return null;
  if (!data.linked) {
    return (
      <p className={styles.notice} role="status">
        {t('notLinked')}{' '}
        {maySet && (
          <Link to="/settings/$view" params={{ view: 'admin' }}>
            {t('link')}
          </Link>
        )}
      </p>
    );
  }
  const number = (value: number) => formatNumber(value, 0, language);
  const ahead = data.clock_ahead;
  const size = formatBytes(data.waiting_bytes, language);
  const rate = data.bytes_per_second;
  const waiting =
    data.metered && data.waiting_files > 0
      ? t('figure.metered', { size })
      : rate !== null && rate > 0 && data.waiting_bytes > 0
        ? t('figure.left', { size, time: sayDuration(data.waiting_bytes / rate, language) })
        : size;
  const wanted = data.wanted_files === 0 ? [] : [t('figure.wanted', { count: data.wanted_files })];
  const figures = [
    [t('figure.files'), number(data.waiting_files), [waiting, ...wanted].join(' · ')],
    [t('figure.rows'), number(data.waiting_rows), t('figure.rowsFirst')],
    [t('figure.conflicts'), number(data.conflicts), ''],
    [
      t('figure.last'),
      short(data.last_ok),
      ahead === null
        ? ''
        : t('figure.clock', { seconds: `${ahead < 0 ? '' : '+'}${formatNumber(ahead, 1, language)}` }),
    ],
  ] as const;
  return (
    <>
      {data.why_not !== null && (
        <Banner tone="warning" icon={mdiCloudOffOutline}>
          {inPageLanguage(data.why_not)} {data.last_ok !== null && t('shownAsOf', { date: moment(data.last_ok) })}
        </Banner>
      )}
      <dl className={styles.figures}>
        {figures.map(([name, value, note]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={styles.value}>{value}</dd>
            <dd>{note}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
