import type { SyncConflict } from '@sillage/contract';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatDate } from '../../base/use-format-date.ts';
import styles from './lanes.module.css';

/** % of the width that stays free before the first edit. */
const before = 12;

/** A lane for each server: when each of them wrote, and when they heard of each other. */
export function Lanes(props: { conflict: SyncConflict; nameOf(where: string): string }): ReactNode {
  const { t } = useTranslation('sync');
  const moment = useFormatDate('exact');
  const { kept, lost, met_at: met } = props.conflict;
  const [keptMs, lostMs, metMs] = [kept.at, lost.at, met].map((at) => Date.parse(at));
  if (keptMs === undefined || lostMs === undefined || metMs === undefined) return null;
  const first = Math.min(keptMs, lostMs);
  const span = Math.max(metMs, keptMs, lostMs) - first;
  const place = (ms: number): CSSProperties => ({
    insetInlineStart: `${before + (span === 0 ? 0 : (1 - (2 * before) / 100) * 100 * ((ms - first) / span))}%`,
  });
  const lanes = [
    { edit: lost, ms: lostMs, look: styles.lost },
    { edit: kept, ms: keptMs, look: styles.kept },
  ];
  return (
    <div className={styles.lanes}>
      {lanes.map(({ edit, ms, look }) => (
        <div key={look} className={styles.lane}>
          <span className={styles.name}>{props.nameOf(edit.where)}</span>
          <span className={styles.line}>
            <span className={styles.met} style={place(metMs)} />
            <span className={look} style={place(ms)} />
            <span className={styles.at} style={place(ms)}>
              {moment(edit.at)}
            </span>
          </span>
        </div>
      ))}
      <p className={styles.said}>{t('metAt', { date: moment(met) })}</p>
    </div>
  );
}
