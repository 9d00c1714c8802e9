import { mdiAlertOutline, mdiArrowCollapseUp, mdiClose, mdiMinus, mdiPlus } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import { type Language, limits } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import { dayOf, sourceOf, timeOf } from '../../records/describe-record.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Comparison } from './compare-address.ts';
import styles from './compared-list.module.css';
import { lookOfRecord } from './record-looks.ts';
import type { Aligned } from './use-alignment.ts';

/** s or m that a press moves a record. */
const step = { time: 0.1, distance: 1 } as const;

/** Why a record is not drawn: it lacks what is compared, it does not say how far it came, or it cannot be read now. */
export type Undrawn = 'variable' | 'distance' | 'failed';

interface ListProps {
  readonly aligned: readonly Aligned[];
  readonly comparison: Comparison;
  /** By id; the others are drawn, or awaited. */
  readonly undrawn: ReadonlyMap<number, Undrawn>;
  change(some: Partial<Comparison>): void;
  onAdd(): void;
}

/** The records that are compared: number, line, who and when; each can be moved, taken as the reference, or left out. */
export function ComparedList({ aligned, comparison, undrawn, change, onAdd }: ListProps): ReactNode {
  const { t } = useTranslation('compare');
  const { ids } = comparison;
  return (
    <section className={styles.list} aria-label={t('list.label')}>
      <div className={styles.head}>
        <h2>{t('list.label')}</h2>
        <span className={styles.count}>{t('list.count', { count: ids.length, most: limits.recordsCompared })}</span>
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
          <ComparedRecord
            key={one.record.id}
            {...{ one, place, comparison, change }}
            undrawn={undrawn.get(one.record.id)}
            isAlone={isAlone(one, aligned)}
          />
        ))}
      </ol>
    </section>
  );
}

function ComparedRecord(props: {
  one: Aligned;
  place: number;
  comparison: Comparison;
  undrawn: Undrawn | undefined;
  isAlone: boolean;
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
  const title = titleOf(record);
  const movedText = `${signed(moved, 1, language)} ${isDistance ? 'm' : 's'}`;
  const isWeak = likeness !== undefined && likeness.confidence < limits.fusionConfidence;
  const about = [
    `${dayOf(record, language, new Date())}, ${timeOf(record, language)}`,
    formatChrono(record.duration, 0),
    ...(record.exercise_name === null ? [] : [record.exercise_name]),
    ...(props.isAlone ? [] : [sourceOf(record)]),
  ].join(', ');
  return (
    <li className={styles.record} onKeyDown={onKeyDown}>
      <span className={styles.number}>{place + 1}</span>
      <span className={styles.swatch} data-line={look.line} style={{ borderColor: look.stroke }} />
      <Link className={styles.title} to="/records/$recordId" params={{ recordId: String(record.id) }}>
        {title}
      </Link>
      {place === 0 ? (
        <span className={styles.reference}>{t('list.reference')}</span>
      ) : (
        <span className={styles.buttons}>
          <SmallButton
            label={t('list.asReference', { title })}
            icon={mdiArrowCollapseUp}
            onClick={() => change({ ids: [record.id, ...ids.filter((id) => id !== record.id)] })}
          />
          <SmallButton
            label={t('list.remove', { title })}
            icon={mdiClose}
            onClick={() => change({ ids: ids.filter((id) => id !== record.id) })}
          />
        </span>
      )}
      <span className={styles.about} title={about}>
        {about}
      </span>
      <span className={styles.moving}>
        <SmallButton label={t('list.earlier', { title })} icon={mdiMinus} onClick={() => move(-1)} />
        <output>{movedText}</output>
        <SmallButton label={t('list.later', { title })} icon={mdiPlus} onClick={() => move(1)} />
      </span>
      {likeness && (
        <span className={styles.likeness} data-weak={isWeak}>
          r = {formatNumber(likeness.correlation, 2, language)}
          {one.isFound && `, ${signed(likeness.offsetSeconds, 2, language)} s`}
        </span>
      )}
      <Doubts {...{ one, by, isWeak }} undrawn={props.undrawn} />
    </li>
  );
}

/** Who, else what it comes from. */
const titleOf = (record: Aligned['record']) => athleteNames(record.users) || sourceOf(record);

/** No other record has its title; what it comes from need not tell them apart. */
const isAlone = (one: Aligned, aligned: readonly Aligned[]) =>
  aligned.every((other) => other === one || titleOf(other.record) !== titleOf(one.record));

function signed(value: number, decimals: number, language: Language): string {
  return `${value > 0 ? '+' : ''}${formatNumber(value, decimals, language)}`;
}

/** What is not as it seems: where it lies is not sure, or it is not drawn. */
function Doubts(props: {
  one: Aligned;
  by: Comparison['by'];
  isWeak: boolean;
  undrawn: Undrawn | undefined;
}): ReactNode {
  const { t } = useTranslation('compare');
  const { one, by, isWeak, undrawn } = props;
  const isLost = !one.isFound && !one.isLooking && by !== 'start' && by !== 'distance';
  const doubts = [
    ...(isLost ? [t(`list.notFound.${by}`)] : []),
    ...(isWeak ? [t('list.weak')] : []),
    ...(undrawn ? [t(`list.undrawn.${undrawn}`)] : []),
  ];
  return doubts.map((doubt) => (
    <span key={doubt} className={styles.doubt}>
      <Icon path={mdiAlertOutline} size={14} />
      {doubt}
    </span>
  ));
}

function SmallButton(props: { label: string; icon: string; onClick(): void }): ReactNode {
  return (
    <button
      type="button"
      className={styles.small}
      aria-label={props.label}
      title={props.label}
      onClick={() => props.onClick()}
    >
      <Icon path={props.icon} size={16} />
    </button>
  );
}
