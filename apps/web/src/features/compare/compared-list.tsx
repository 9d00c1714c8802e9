import { mdiAlertOutline, mdiClose, mdiMinus, mdiPlus } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import { limits } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import { dateOf, sourceOf } from '../../records/describe-record.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './compare.module.css';
import type { Comparison } from './compare-address.ts';
import { lookOfRecord } from './record-looks.ts';
import type { Aligned } from './use-alignment.ts';

/** s or m that a press moves a record. */
const step = { time: 0.1, distance: 1 } as const;

interface ListProps {
  readonly aligned: readonly Aligned[];
  readonly comparison: Comparison;
  change(some: Partial<Comparison>): void;
  onAdd(): void;
}

/** The records that are compared: number, line, who and when; each can be moved, taken as the reference, or left out. */
export function ComparedList({ aligned, comparison, change, onAdd }: ListProps): ReactNode {
  const { t } = useTranslation('compare');
  const { ids } = comparison;
  return (
    <section className={styles.list} aria-label={t('list.label')}>
      <div className={styles.listHead}>
        <h2>{t('list.label')}</h2>
        <span className={styles.hint}>{t('list.count', { count: ids.length, most: limits.recordsCompared })}</span>
        <span className={styles.grow} />
        <IconButton
          aria-label={t('list.add')}
          title={t('list.add')}
          disabled={ids.length >= limits.recordsCompared}
          onClick={onAdd}
        >
          <Icon path={mdiPlus} />
        </IconButton>
      </div>
      <ol>
        {aligned.map((one, place) => (
          <ComparedRecord key={one.record.id} {...{ one, place, comparison, change }} />
        ))}
      </ol>
    </section>
  );
}

function ComparedRecord(props: {
  one: Aligned;
  place: number;
  comparison: Comparison;
  change: ListProps['change'];
}): ReactNode {
  const { t } = useTranslation('compare');
  const language = useAppearance((appearance) => appearance.language);
  const theme = useChartTheme();
  const { one, place, comparison, change } = props;
  const { record, moved, likeness } = one;
  const { ids, by } = comparison;
  const look = lookOfRecord(place, theme.curves.ink, theme.curves);
  const isDistance = by === 'distance';
  const size = isDistance ? step.distance : step.time;
  const move = (steps: number) => {
    const next = Math.round((moved + steps * size) * 1000) / 1000;
    change({ moved: new Map(comparison.moved).set(record.id, next) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const sign = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!event.altKey || sign === 0) return;
    event.preventDefault();
    move(sign);
  };
  const title = athleteNames(record.users) || sourceOf(record);
  const movedText = `${moved > 0 ? '+' : ''}${formatNumber(moved, 1, language)} ${isDistance ? 'm' : 's'}`;
  return (
    <li onKeyDown={onKeyDown}>
      <span className={styles.number}>{place + 1}</span>
      <span className={styles.swatch} data-line={look.line} style={{ borderColor: look.stroke }} />
      <span className={styles.who}>
        <Link to="/records/$recordId" params={{ recordId: String(record.id) }}>
          {title}
        </Link>
        <span className={styles.hint}>
          {dateOf(record, language)}, {formatChrono(record.duration)}
          {record.exercise_name !== null && `, ${record.exercise_name}`}
        </span>
      </span>
      {place === 0 ? (
        <span className={styles.reference}>{t('list.reference')}</span>
      ) : (
        <IconButton
          aria-label={t('list.remove', { title })}
          title={t('list.remove', { title })}
          onClick={() => change({ ids: ids.filter((id) => id !== record.id) })}
        >
          <Icon path={mdiClose} size={18} />
        </IconButton>
      )}
      <span className={styles.moving}>
        <IconButton aria-label={t('list.earlier', { title })} onClick={() => move(-1)}>
          <Icon path={mdiMinus} size={16} />
        </IconButton>
        <output>{movedText}</output>
        <IconButton aria-label={t('list.later', { title })} onClick={() => move(1)}>
          <Icon path={mdiPlus} size={16} />
        </IconButton>
        {place > 0 && (
          <button
            type="button"
            className={styles.asReference}
            onClick={() => change({ ids: [record.id, ...ids.filter((id) => id !== record.id)] })}
          >
            {t('list.asReference')}
          </button>
        )}
        {likeness && (
          <span className={styles.likeness} data-weak={likeness.confidence < limits.fusionConfidence}>
            r = {formatNumber(likeness.correlation, 2, language)}
          </span>
        )}
      </span>
      {(!one.isFound || (likeness && likeness.confidence < limits.fusionConfidence)) && (
        <span className={styles.warning}>
          <Icon path={mdiAlertOutline} size={14} />
          {t(one.isFound || by === 'start' || by === 'distance' ? 'list.weak' : `list.notFound.${by}`)}
        </span>
      )}
    </li>
  );
}
