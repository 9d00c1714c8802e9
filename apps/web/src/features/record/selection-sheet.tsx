import { mdiChevronLeft, mdiChevronRight, mdiPencil } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { spanOf } from '../../charts/time-window.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { Icon } from '../../ui/icon.tsx';
import { formatStatistics } from './format-statistics.ts';
import { useOpenRecord } from './open-record.ts';
import { SelectionBounds } from './selection-bounds.tsx';
import styles from './selection-sheet.module.css';
import type { StatisticsColumn, StatisticsVariable } from './use-statistics-columns.ts';

/** px by which the handle is drawn up or down before the sheet follows. */
const drawnPixels = 24;
/** While the sheet is low: the curves come first. */
const variablesWhenLow = 3;

/** Under the curves of a phone: the statistics of the active selection, else of what is visible; drawn up, of all variables. */
export function SelectionSheet(): ReactNode {
  const { t } = useTranslation('record');
  const [high, setHigh] = useState(false);
  const { view, statistics } = useOpenRecord();
  const shown = statistics.columns.filter((one) => one.of !== 'cursors');
  const index = Math.max(
    0,
    shown.findIndex((one) => one.selection !== undefined && one.selection.id === view.activeSelection),
  );
  const column = shown[index];
  const variables = high ? statistics.variables : statistics.variables.slice(0, variablesWhenLow);
  return (
    <section className={styles.sheet} aria-label={t('statistics.label')}>
      <Handle high={high} onChange={setHigh} />
      {column && <Head column={column} index={index} shown={shown} />}
      {column?.selection && <SelectionBounds key={column.selection.id} selection={column.selection} />}
      <ul className={styles.rows} data-high={high}>
        {variables.map((variable) => (
          <Row key={variable.name} variable={variable} column={column} />
        ))}
      </ul>
    </section>
  );
}

/** Pressed it changes between high and low; drawn it goes where it is drawn. */
function Handle(props: { high: boolean; onChange(high: boolean): void }): ReactNode {
  const { t } = useTranslation('record');
  const from = useRef<number | undefined>(undefined);
  const drawn = useRef(false);
  const move = (event: PointerEvent) => {
    if (from.current === undefined) return;
    const up = from.current - event.clientY;
    if (Math.abs(up) < drawnPixels) return;
    drawn.current = true;
    props.onChange(up > 0);
  };
  return (
    <button
      type="button"
      className={styles.handle}
      aria-expanded={props.high}
      aria-label={t('phone.allVariables')}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = event.clientY;
        drawn.current = false;
      }}
      onPointerMove={move}
      onPointerUp={() => {
        from.current = undefined;
      }}
      onClick={() => {
        if (!drawn.current) props.onChange(!props.high);
        drawn.current = false;
      }}
    />
  );
}

function Head(props: { column: StatisticsColumn; index: number; shown: readonly StatisticsColumn[] }): ReactNode {
  const { t } = useTranslation('record');
  const { view, selections } = useOpenRecord();
  const { column, index, shown } = props;
  const { selection } = column;
  const count = shown.length - 1;
  const goTo = (next: StatisticsColumn | undefined) =>
    next?.selection === undefined ? view.activate(undefined) : selections.look(next.selection);
  return (
    <div className={styles.head}>
      {selection && <span className={styles.number}>S{selection.num}</span>}
      <b className={styles.name}>{selection === undefined ? t('statistics.visible') : selection.exercise}</b>
      <span className={styles.length}>{selection === undefined && formatChrono(spanOf(column.window))}</span>
      {selection && selections.mayEdit && (
        <IconButton
          aria-label={t('phone.editSelection', { number: selection.num })}
          onClick={() => selections.open('edit', selection)}
        >
          <Icon path={mdiPencil} size={20} />
        </IconButton>
      )}
      {count > 0 && (
        <>
          <IconButton aria-label={t('phone.previous')} disabled={index === 0} onClick={() => goTo(shown[index - 1])}>
            <Icon path={mdiChevronLeft} size={24} />
          </IconButton>
          <span className={styles.place}>
            {index === 0 ? t('phone.selectionCount', { count }) : t('phone.place', { number: index, count })}
          </span>
          <IconButton aria-label={t('phone.next')} disabled={index === count} onClick={() => goTo(shown[index + 1])}>
            <Icon path={mdiChevronRight} size={24} />
          </IconButton>
        </>
      )}
    </div>
  );
}

function Row(props: { variable: StatisticsVariable; column: StatisticsColumn | undefined }): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  const { variable, column } = props;
  const cell = formatStatistics(column?.rows?.get(variable.name), variable, language);
  return (
    <li>
      <span className={styles.label}>
        {variable.label} <span className={styles.unit}>{variable.unit}</span>
      </span>
      <b className={styles.mean}>{cell.mean}</b>
      <span className={styles.rest}>{[cell.spread, cell.extremes].filter((part) => part !== '').join(', ')}</span>
    </li>
  );
}
