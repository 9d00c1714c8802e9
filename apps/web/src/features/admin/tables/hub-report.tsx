import { mdiCheckCircleOutline, mdiCloudOffOutline, mdiTimerSandEmpty } from '@mdi/js';
import type { LinkedHub } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { useFormatDate } from '../../../base/use-format-date.ts';
import { Sparkline } from '../../../charts/sparkline.tsx';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './hub-report.module.css';
import { isReached } from './is-reached.ts';

/** bytes; below it a hub may soon take no record any more. */
const littleBytes = 10e9;
/** ms; beyond it dates of records are visibly wrong. */
const wrongClockMs = 60_000;

/** What a hub said of itself last: whether it is there, what waits on it and how that went for two weeks, its disk, version and clock. */
export function HubReport({ link }: { link: LinkedHub }): ReactNode {
  const { t } = useTranslation('admin');
  const language = useAppearance((appearance) => appearance.language);
  const moment = useFormatDate('moment');
  const { report, backlog } = link;
  if (report === null) {
    return (
      <span className={styles.state}>
        <Icon path={mdiTimerSandEmpty} size={16} />
        {t('hubCodes.never', { date: moment(link.linked_at) })}
      </span>
    );
  }
  const isOnline = isReached(link.last_seen);
  const size = (bytes: number) => formatBytes(bytes, language);
  const seconds = new Intl.NumberFormat(language, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  const isLate = report.files > 0 && !isOnline;
  return (
    <dl className={styles.report}>
      <div>
        <dt>{t('hubCodes.link')}</dt>
        <dd className={isOnline ? styles.online : styles.offline}>
          <Icon path={isOnline ? mdiCheckCircleOutline : mdiCloudOffOutline} size={16} />
          {t(isOnline ? 'hubCodes.online' : 'hubCodes.offline')}
        </dd>
      </div>
      <div>
        <dt>{t('hubCodes.seen')}</dt>
        <dd>{moment(link.last_seen)}</dd>
      </div>
      <div>
        <dt>{t('hubCodes.waiting')}</dt>
        <dd className={isLate ? styles.warned : undefined}>
          {t('hubCodes.originals', { count: report.files })}
          {report.files > 0 && ` · ${size(report.bytes)}`}
        </dd>
        {report.rows > 0 && <dd>{t('hubCodes.rows', { count: report.rows })}</dd>}
      </div>
      <div>
        <dt>{t('hubCodes.days', { count: backlog.length })}</dt>
        <dd>
          <span className={styles.read}>{t('hubCodes.most', { size: size(Math.max(0, ...backlog.map(Number))) })}</span>
          {/* A line needs two days. */}
          {backlog.filter((bytes) => bytes !== null).length < 2 ? (
            <span aria-hidden="true">–</span>
          ) : (
            <Sparkline
              values={heldOver(backlog)}
              width={84}
              height={22}
              colour={isLate ? 'var(--warn-ink)' : 'var(--ink-2)'}
            />
          )}
        </dd>
      </div>
      <div>
        <dt>{t('hubCodes.free')}</dt>
        <dd className={report.free_bytes < littleBytes ? styles.warned : undefined}>{size(report.free_bytes)}</dd>
      </div>
      <div>
        <dt>{t('hubCodes.version')}</dt>
        <dd>{link.version ?? '–'}</dd>
      </div>
      <div>
        <dt>{t('hubCodes.clock')}</dt>
        <dd className={Math.abs(report.offset_ms) > wrongClockMs ? styles.warned : undefined}>
          {`${seconds.format(report.offset_ms / 1000)} s`}
        </dd>
      </div>
    </dl>
  );
}

/** On a day on which nothing was heard, what waited before still waits. */
function heldOver(backlog: LinkedHub['backlog']): (number | null)[] {
  let last: number | null = null;
  return backlog.map((bytes) => {
    last = bytes ?? last;
    return last;
  });
}
