import { mdiChevronDown, mdiChevronUp, mdiContentCopy } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { spanOf } from '../../charts/time-window.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { Icon } from '../../ui/icon.tsx';
import { useChosenFigures } from './chosen-figures.ts';
import { RecordLogs } from './error-list.tsx';
import { FiguresMenu } from './figures-menu.tsx';
import { decimalsOfMean, formatStatistics, statisticsAsText } from './format-statistics.ts';
import { HistoryTable } from './history-table.tsx';
import { useOpenRecord } from './open-record.ts';
import styles from './statistics-panel.module.css';
import { useHistory } from './step-queries.ts';
import { useCopy } from './use-copy.ts';
import type { StatisticsColumn, StatisticsVariable } from './use-statistics-columns.ts';
import { type FigureName, figureOf, formatFigureOf } from './window-figures.ts';

type Tab = 'selections' | 'history' | 'errors';

const bodies: { readonly [T in Tab]: () => ReactNode } = {
  selections: () => <StatisticsTableView />,
  history: () => <HistoryTable />,
  errors: () => <RecordLogs />,
};

/** Statistics of the selections and of the window, what was done to the record, and what went wrong while the record was made. */
export function StatisticsPanel({ isOpen, onTurn }: { isOpen: boolean; onTurn(): void }): ReactNode {
  const { t } = useTranslation('record');
  const [tab, setTab] = useState<Tab>('selections');
  const { record, statistics } = useOpenRecord();
  const errors = record.nb_errors;
  const tabs = [
    { name: 'selections', count: statistics.columns.filter((one) => one.selection).length },
    { name: 'history', count: useHistory(record.id).data?.deeds.length ?? 0 },
    { name: 'errors', count: errors },
  ] as const;
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <div className={styles.tabs} role="tablist">
          {tabs.map(({ name, count }) => (
            <button key={name} type="button" role="tab" aria-selected={tab === name} onClick={() => setTab(name)}>
              {t(`statistics.${name}`)}
              <span className={styles.count} data-warn={name === 'errors' && count > 0}>
                {count}
              </span>
            </button>
          ))}
        </div>
        <span className={styles.legend}>{tab === 'selections' && t('statistics.legend')}</span>
        {tab === 'selections' && <FiguresMenu />}
        {tab === 'selections' && <CopyButton />}
        <IconButton
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'statistics.collapse' : 'statistics.expand')}
          onClick={onTurn}
        >
          <Icon path={isOpen ? mdiChevronDown : mdiChevronUp} />
        </IconButton>
      </div>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and may hold nothing else that takes the focus
        <section className={styles.body} tabIndex={0} aria-label={t(`statistics.${tab}`)}>
          {bodies[tab]()}
        </section>
      )}
    </div>
  );
}

function columnTitle(column: StatisticsColumn, titles: { readonly [K in 'visible' | 'cursors']: string }): string {
  if (column.of !== 'selection') return titles[column.of];
  if (column.selection === undefined) return '';
  return `S${column.selection.num} ${column.selection.exercise}`.trim();
}

function CopyButton(): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { columns, variables } = useOpenRecord().statistics;
  const { chosen } = useChosenFigures();
  const copy = useCopy();
  const copyTable = () => {
    const windows = columns.map((column) => ({
      ...column,
      title: columnTitle(column, { visible: t('statistics.visible'), cursors: t('statistics.cursors') }),
    }));
    const figures = chosen.filter((name) => name !== 'count').map((name) => ({ name, title: t(`figures.${name}`) }));
    const names = [t('statistics.count'), t('statistics.mean'), t('statistics.deviation'), 'min', 'max'] as const;
    void copy(statisticsAsText(windows, variables, language, names, figures), t('statistics.copied'));
  };
  return (
    <IconButton onClick={copyTable} aria-label={t('statistics.copy')} title={t('statistics.copy')}>
      <Icon path={mdiContentCopy} size={18} />
    </IconButton>
  );
}

/** The accessible data table of the graphs. */
export function StatisticsTableView(): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { columns, variables } = useOpenRecord().statistics;
  const { chosen } = useChosenFigures();
  if (variables.length === 0) return <p className={styles.none}>{t('statistics.noVariable')}</p>;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('variables.title')}</span>
          </th>
          {columns.map((column) => (
            <th key={column.key} scope="col" colSpan={2 + chosen.length} className={styles.first}>
              <ColumnHead column={column} />
            </th>
          ))}
          <td className={styles.rest} />
        </tr>
      </thead>
      <tbody>
        {variables.map((variable) => (
          <tr key={variable.name}>
            <th scope="row" title={`${variable.label} (${variable.name})`}>
              <span className={styles.rowHead}>
                <span className={styles.label}>{variable.label}</span>{' '}
                <span className={styles.unit}>{variable.unit}</span>
              </span>
            </th>
            {columns.map((column) => {
              const cell = formatStatistics(column.rows?.get(variable.name), variable, language);
              return [
                <td key={`${column.key} mean`} className={styles.first}>
                  <b>{cell.mean}</b> <span className={styles.quiet}>{cell.spread}</span>
                </td>,
                <td key={`${column.key} extremes`} className={styles.quiet}>
                  {cell.extremes}
                </td>,
                ...chosen.map((name) => (
                  <FigureCell key={`${column.key} ${name}`} name={name} column={column} variable={variable} />
                )),
              ];
            })}
            <td className={styles.rest} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function FigureCell(props: { name: FigureName; column: StatisticsColumn; variable: StatisticsVariable }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { name, column, variable } = props;
  const known = {
    row: column.rows?.get(variable.name),
    marks: column.landmarks?.get(variable.name),
    window: column.window,
  };
  const value = figureOf(name, known, variable.isPace);
  const decimals = known.row ? decimalsOfMean(known.row, variable) : variable.decimals;
  return (
    <td className={styles.quiet} title={t(`figures.${name}`)}>
      {t(`figures.short.${name}`)} {formatFigureOf(name, value, { ...variable, decimals }, language)}
    </td>
  );
}

function ColumnHead(props: { column: StatisticsColumn }): ReactNode {
  const { t } = useTranslation('record');
  const { activeSelection, activate } = useOpenRecord().view;
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
      aria-pressed={selection.id === activeSelection}
      onClick={() => activate(selection.id)}
    >
      <span className={styles.number} data-on={selection.id === activeSelection}>
        S{selection.num}
      </span>
      <span className={styles.title} title={selection.exercise}>
        {selection.exercise}
      </span>
      {length}
    </button>
  );
}
