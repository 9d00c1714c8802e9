import { mdiClose } from '@mdi/js';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import { type YAxis, yAxes } from '../../charts/y-axes.ts';
import { Icon } from '../../ui/icon.tsx';
import { dragVariable, useIsSingle } from './drag-variables.tsx';
import { moveVariable, type Placed, placeOf, removeVariable, setAxis } from './graph-layout.ts';
import { useOpenRecord } from './open-record.ts';
import { SwatchButton } from './swatch-button.tsx';
import { looksOf, type VariableLook } from './variable-look.ts';
import styles from './variables-panel.module.css';

interface RowsProps {
  readonly graph: readonly Placed[];
  /** Not drawn for now. */
  readonly waiting: boolean;
  finds(name: string): boolean;
}

/** The variables of a graph: their lines, names and axes. */
export function PlacedRows(props: RowsProps): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  const { curves } = useChartTheme();
  const looks = looksOf(props.graph, useOpenRecord().record.available_data, curves, language);
  return (
    <ul>
      {props.graph.map((placed, index) => {
        const look = looks[index];
        if (look === undefined || !props.finds(placed.name)) return null;
        return <PlacedRow key={placed.name} placed={placed} look={look} waiting={props.waiting} />;
      })}
    </ul>
  );
}

function PlacedRow(props: { placed: Placed; look: VariableLook; waiting: boolean }): ReactNode {
  const { t } = useTranslation('record');
  const { placed, look } = props;
  const { setLayout } = useOpenRecord().view;
  const isSingle = useIsSingle();
  return (
    <li
      className={styles.row}
      draggable={!isSingle}
      onDragStart={(event) => dragVariable(event, placed.name)}
      onKeyDown={(event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (isSingle || by === undefined || !event.altKey) return;
        event.preventDefault();
        const panel = event.currentTarget.closest('[data-lists]');
        // The row is made anew on its other graph: what has the focus is found again there.
        flushSync(() => setLayout((now) => moveVariable(now, placed.name, placeOf(now, placed.name) + by)));
        const buttons = [...(panel?.querySelectorAll('button') ?? [])];
        buttons.find(({ dataset }) => dataset.axisOf === placed.name)?.focus();
      }}
    >
      <SwatchButton variable={placed.name} look={look} waiting={props.waiting} />
      <span className={styles.name} title={`${look.label} (${placed.name})`}>
        {look.label}
      </span>
      <span className={styles.unit}>{look.unit}</span>
      {isSingle && !props.waiting && <span className={styles.axis}>{placed.axis}</span>}
      {!isSingle && <AxisButton placed={placed} label={look.label} />}
      <button
        type="button"
        className={styles.remove}
        aria-label={t('variables.remove', { name: look.label })}
        title={t('variables.remove', { name: look.label })}
        onClick={() => setLayout((now) => removeVariable(now, placed.name))}
      >
        <Icon path={mdiClose} size={14} />
      </button>
    </li>
  );
}

/** The axis of a variable: a press takes the next one, its number takes it. */
function AxisButton(props: { placed: Placed; label: string }): ReactNode {
  const { t } = useTranslation('record');
  const { setLayout } = useOpenRecord().view;
  const { placed, label } = props;
  const setTo = (axis: YAxis) => setLayout((now) => setAxis(now, placed.name, axis));
  return (
    <button
      type="button"
      className={styles.axis}
      data-axis-of={placed.name}
      aria-label={t('variables.axisOf', { axis: placed.axis, name: label })}
      title={`${t('variables.changeAxis')}\n${t('variables.move')}`}
      onClick={() => setTo(yAxes[(yAxes.indexOf(placed.axis) + 1) % yAxes.length] ?? 'y1')}
      onKeyDown={(event) => {
        const axis = yAxes.find((one) => one === `y${event.key}`);
        if (axis === undefined) return;
        event.preventDefault();
        setTo(axis);
      }}
    >
      {placed.axis}
    </button>
  );
}
