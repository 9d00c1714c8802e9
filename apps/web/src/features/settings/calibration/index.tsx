import { api, type Record } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../../base/active-client.ts';
import { useAppearance } from '../../../base/appearance.ts';
import { useServer } from '../../../base/services.tsx';
import { dateOf } from '../../../records/describe-record.ts';
import { useRecordList } from '../../../records/record-queries.ts';
import { LoadingFailed, LoadingRows } from '../../../tables/list-states.tsx';
import { formatNumber } from '../../../ui/format-number.ts';
import { printedUnit } from '../../../ui/printed-unit.ts';
import styles from './calibration.module.css';

const shown = 50;
const decimals = 3;

/** The records by which devices of the club were calibrated, the newest first: what each kept, and what is left of the error. */
export default function AdvancedCalibration(): ReactNode {
  const { t } = useTranslation('settings');
  const client = useActiveClient();
  const { data, error, refetch } = useRecordList({
    clientIds: [client.id],
    record_type: ['calib'],
    type: 'all',
    pageSize: shown,
  });
  return (
    <section className={styles.part} aria-label={t('calibration.title')}>
      <p>{t('calibration.text')}</p>
      {data === undefined && error === null && <LoadingRows />}
      {data === undefined && error !== null && (
        <LoadingFailed problem={error} title={t('calibration.failed')} onRetry={() => void refetch()} />
      )}
      {data?.records.length === 0 && <p>{t('calibration.none')}</p>}
      <ul className={styles.records}>
        {data?.records.map((record) => (
          <Calibration key={record.id} record={record} />
        ))}
      </ul>
    </section>
  );
}

function Calibration({ record }: { record: Record }): ReactNode {
  const { t } = useTranslation(['settings', 'records']);
  const language = useAppearance((appearance) => appearance.language);
  const server = useServer();
  const { data } = useQuery({
    queryKey: ['keptCalibration', record.id, record.signals_version],
    queryFn: ({ signal }) => server.call(api.readCalibration, { params: { id: record.id }, signal }),
    enabled: record.visualisable,
    meta: { quiet: true },
  });
  const kept = data?.sensors.filter(({ source }) => source === 'step');
  const say = (value: number) => formatNumber(value, decimals, language);
  return (
    <li>
      <Link to="/records/$recordId" params={{ recordId: String(record.id) }}>
        {record.basename}
      </Link>{' '}
      <span className={styles.date}>{dateOf(record, language)}</span>
      {kept?.length === 0 && <p>{t('calibration.notKept')}</p>}
      {kept?.map(({ columns, calib_type, residual, unit }) => (
        <p key={columns.join()}>
          {t(`records:calibrationType.${calib_type}`)} · {columns.join(', ')}
          {residual !== null && (
            <>
              {' · '}
              {t('calibration.residual', {
                after: `${say(residual.after)} ${printedUnit(unit, language)}`,
                limit: say(residual.limit),
              })}
            </>
          )}
        </p>
      ))}
    </li>
  );
}
