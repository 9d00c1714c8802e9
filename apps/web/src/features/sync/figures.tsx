import { api } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useServer } from '../../base/services.tsx';
import { everyMilliseconds, syncKeys } from '../../sending/every.ts';
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
  const short = useShortMoment();
  const { data } = useQuery({
    queryKey: syncKeys.link,
    queryFn: ({ signal }) => server.call(api.readSyncLink, { signal }),
    refetchInterval: everyMilliseconds,
    meta: { quiet: true },
  });
  if (!data?.linked) return null;
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
    <dl className={styles.figures}>
      {figures.map(([name, value, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={styles.value}>{value}</dd>
          <dd>{note}</dd>
        </div>
      ))}
    </dl>
  );
}
