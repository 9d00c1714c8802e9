import {
  mdiAlertCircleOutline,
  mdiAlertOutline,
  mdiCheckCircleOutline,
  mdiChevronDown,
  mdiChevronUp,
  mdiContentCopy,
} from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import type { Record, RecordErrorType, Selection } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useAppearance } from '../../app/appearance.ts';
import { inPageLanguage, notify } from '../../app/notify.ts';
import { formatChrono } from '../../charts/chrono.ts';
import { spanOf, type TimeWindow } from '../../charts/time-window.ts';
import { Icon } from '../../ui/icon.tsx';
import { formatStatistics, statisticsAsText } from './format-statistics.ts';
import styles from './statistics-panel.module.css';
import { type StatisticsTable, useRecordErrors } from './statistics-queries.ts';

/** A column of the table: a selection, or the window that is shown. */
export interface StatisticsColumn {
  readonly key: string;
  readonly selection: Selection | undefined;
  readonly window: TimeWindow;
  readonly rows: StatisticsTable | undefined;
}

export interface StatisticsVariable {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
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
    { name: 'selections', count: columns.length - 1 },
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
          {tab === 'errors' && errors > 0 ? <ErrorList id={record.id} /> : <StatisticsTableView {...props} />}
        </div>
      )}
    </div>
  );
}

function columnTitle(column: StatisticsColumn, windowTitle: string): string {
  if (column.selection === undefined) return windowTitle;
  return `S${column.selection.num} ${column.selection.exercise}`.trim();
}

function CopyButton(props: PanelProps): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const copy = async () => {
    const windows = props.columns.map((column) => ({
      title: columnTitle(column, t('statistics.window')),
      rows: column.rows,
    }));
    const names = [t('statistics.count'), t('statistics.mean'), t('statistics.deviation'), 'min', 'max'] as const;
    await navigator.clipboard.writeText(statisticsAsText(windows, props.variables, language, names));
    notify({ kind: 'success', text: t('statistics.copied') });
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
              const cell = formatStatistics(column.rows?.get(variable.name), language);
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
  const { selection, window } = props.column;
  const length = <span className={styles.length}>{formatChrono(spanOf(window), 1)}</span>;
  if (selection === undefined) {
    return (
      <span className={styles.columnHead}>
        <span className={styles.title}>{t('statistics.window')}</span>
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

const errorIcons: Readonly<{ [K in z.infer<typeof RecordErrorType>]: { icon: string; tone: string } }> = {
  ERROR: { icon: mdiAlertCircleOutline, tone: 'error' },
  FATAL: { icon: mdiAlertCircleOutline, tone: 'error' },
  WARN: { icon: mdiAlertOutline, tone: 'warning' },
  SUCCESS: { icon: mdiCheckCircleOutline, tone: 'ready' },
};

export function ErrorList(props: { id: number }): ReactNode {
  const { t } = useTranslation('record');
  const { data } = useRecordErrors(props.id, true);
  return (
    <ul className={styles.errors}>
      {data?.map((error) => (
        <li key={`${error.date} ${error.msg.en}`} data-tone={errorIcons[error.type].tone}>
          <Icon path={errorIcons[error.type].icon} size={18} />
          <span className={styles.errorType}>{t(`errorType.${error.type}`)}</span>
          <span className={styles.errorText}>{inPageLanguage(error.msg)}</span>
        </li>
      ))}
    </ul>
  );
}
