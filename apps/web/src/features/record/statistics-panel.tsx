import { mdiChevronDown, mdiChevronUp, mdiContentCopy } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import type { Record, Selection } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { notify } from '../../base/notify.ts';
import { spanOf, type TimeWindow } from '../../charts/time-window.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { Icon } from '../../ui/icon.tsx';
import { ClearableErrors } from './error-list.tsx';
import { formatStatistics, statisticsAsText } from './format-statistics.ts';
import styles from './statistics-panel.module.css';
import type { StatisticsTable } from './statistics-queries.ts';

/** A column of the table: what is visible, what lies between the cursors, or a selection. */
export interface StatisticsColumn {
  readonly key: string;
  readonly of: 'visible' | 'cursors' | 'selection';
  readonly selection: Selection | undefined;
  readonly window: TimeWindow;
  readonly rows: StatisticsTable | undefined;
}

export interface StatisticsVariable {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly decimals: number;
  /** Its figures are s of a pace. */
  readonly isPace: boolean;
}

interface PanelProps {
  readonly record: Record;
  readonly columns: readonly StatisticsColumn[];
  readonly variables: readonly StatisticsVariable[];
  readonly active: number | undefined;
  readonly open: boolean;
  onToggle?: (() => void) | undefined;
  onActivate(id: number): void;
}

/** Statistics of the selections and of the window, and what went wrong while the record was made. */
export function StatisticsPanel(props: PanelProps): ReactNode {
  const { t } = useTranslation('record');
  const [tab, setTab] = useState<'selections' | 'errors'>('selections');
  const { record, columns } = props;
  const errors = record.nb_errors;
  const tabs = [
    { name: 'selections', count: columns.filter((one) => one.selection).length },
    ...(errors > 0 ? [{ name: 'errors', count: errors }] : []),
  ] as const;
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <div className={styles.tabs} role="tablist">
          {tabs.map(({ name, count }) => (
            <button
              key={name}
              type="button"
              role="tab"
              aria-selected={tab === name}
              onClick={() => setTab(name === 'errors' ? 'errors' : 'selections')}
            >
              {t(`statistics.${name}`)}
              <span className={styles.count} data-warn={name === 'errors'}>
                {count}
              </span>
            </button>
          ))}
        </div>
        <span className={styles.legend}>{tab === 'selections' && t('statistics.legend')}</span>
        {tab === 'selections' && <CopyButton {...props} />}
        {props.onToggle && (
          <IconButton
            aria-expanded={props.open}
            aria-label={t(props.open ? 'statistics.collapse' : 'statistics.expand')}
            onClick={props.onToggle}
          >
            <Icon path={props.open ? mdiChevronDown : mdiChevronUp} />
          </IconButton>
        )}
      </div>
      {props.open && (
        <div className={styles.body}>
          {tab === 'errors' && errors > 0 ? <ClearableErrors record={record} /> : <StatisticsTableView {...props} />}
        </div>
      )}
    </div>
  );
}

function columnTitle(column: StatisticsColumn, titles: { readonly [K in 'visible' | 'cursors']: string }): string {
  if (column.of !== 'selection') return titles[column.of];
  if (column.selection === undefined) return '';
  return `S${column.selection.num} ${column.selection.exercise}`.trim();
}

function CopyButton(props: PanelProps): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const copy = async () => {
    const windows = props.columns.map((column) => ({
      title: columnTitle(column, { visible: t('statistics.visible'), cursors: t('statistics.cursors') }),
      rows: column.rows,
    }));
    const names = [t('statistics.count'), t('statistics.mean'), t('statistics.deviation'), 'min', 'max'] as const;
    await navigator.clipboard.writeText(statisticsAsText(windows, props.variables, language, names));
    notify({ kind: 'default', text: t('statistics.copied') });
  };
  return (
    <IconButton onClick={() => void copy()} aria-label={t('statistics.copy')} title={t('statistics.copy')}>
      <Icon path={mdiContentCopy} size={18} />
    </IconButton>
  );
}

/** The accessible data table of the graphs. */
export function StatisticsTableView(props: Omit<PanelProps, 'record' | 'open'>): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  if (props.variables.length === 0) return <p className={styles.none}>{t('statistics.noVariable')}</p>;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('variables.title')}</span>
          </th>
          {props.columns.map((column) => (
            <th key={column.key} scope="col" colSpan={2} className={styles.first}>
              <ColumnHead column={column} {...props} />
            </th>
          ))}
          <td className={styles.rest} />
        </tr>
      </thead>
      <tbody>
        {props.variables.map((variable) => (
          <tr key={variable.name}>
            <th scope="row" title={variable.name}>
              <span className={styles.label}>{variable.label}</span>{' '}
              <span className={styles.unit}>{variable.unit}</span>
            </th>
            {props.columns.map((column) => {
              const cell = formatStatistics(column.rows?.get(variable.name), variable, language);
              return [
                <td key={`${column.key} mean`} className={styles.first}>
                  <b>{cell.mean}</b> <span className={styles.quiet}>{cell.spread}</span>
                </td>,
                <td key={`${column.key} extremes`} className={styles.quiet}>
                  {cell.extremes}
                </td>,
              ];
            })}
            <td className={styles.rest} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ColumnHead(props: { column: StatisticsColumn; active: number | undefined; onActivate(id: number): void }) {
  const { t } = useTranslation('record');
  const { of, selection, window } = props.column;
  const length = <span className={styles.length}>{formatChrono(spanOf(window))}</span>;
  if (selection === undefined) {
    return (
      <span className={styles.columnHead}>
        <span className={styles.title}>{t(of === 'visible' ? 'statistics.visible' : 'statistics.cursors')}</span>
        {length}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={styles.columnHead}
      aria-pressed={selection.id === props.active}
      onClick={() => props.onActivate(selection.id)}
    >
      <span className={styles.number} data-on={selection.id === props.active}>
        S{selection.num}
      </span>
      <span className={styles.title} title={selection.exercise}>
        {selection.exercise}
      </span>
      {length}
    </button>
  );
}
