import type { Selection } from '@sillage/contract';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { spanOf } from '../../charts/time-window.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { BoundHandle, type Edge } from './bound-handle.tsx';
import { useOpenRecord } from './open-record.ts';
import styles from './selection-lane.module.css';

/** A selection on the graphs' time scale; the active one has handles at its bounds. */
export function SelectionBlock(props: { selection: Selection; onMenu(anchor: HTMLElement): void }): ReactNode {
  const { t } = useTranslation('record');
  const { view, selections } = useOpenRecord();
  const { window, extent, x } = view;
  const language = useAppearance((appearance) => appearance.language);
  const { selection } = props;
  const isActive = selection.id === view.activeSelection;
  const [moved, setMoved] = useState<{ t0: number; t1: number }>();
  const block = useRef<HTMLDivElement>(null);
  const { t0, t1 } = moved ?? selection;
  const [start, end] = [x.ofTime(t0), x.ofTime(t1)];
  const from = Math.max(0, (start - window.from) / spanOf(window));
  const to = Math.min(1, (end - window.from) / spanOf(window));
  if (to <= 0 || from >= 1) return null;

  const laneWidth = () => Math.max(1, block.current?.parentElement?.getBoundingClientRect().width ?? 1);
  function moveTo(edge: Edge, at: number): void {
    const held = x.toTime(Math.min(Math.max(at, extent.from), extent.to));
    const next = { t0, t1, [edge]: held };
    if (next.t1 > next.t0) setMoved(next);
  }
  const keep = () => {
    if (moved) selections.save(selection, moved);
    setMoved(undefined);
  };
  const handle = (edge: Edge) => (
    <BoundHandle
      className={styles.handle}
      edge={edge}
      name={t(edge === 't0' ? 'selection.startOf' : 'selection.endOf', { number: selection.num })}
      at={edge === 't0' ? start : end}
      text={x.format(edge === 't0' ? start : end, language)}
      extent={extent}
      perPixel={() => spanOf(window) / laneWidth()}
      onMove={(at) => moveTo(edge, at)}
      onKeep={keep}
    />
  );
  const length = formatChrono(t1 - t0);
  const name = selection.exercise === '' ? t('selection.unnamed') : selection.exercise;
  return (
    <div className={styles.block} ref={block} style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}>
      <button
        type="button"
        className={styles.button}
        aria-pressed={isActive}
        aria-haspopup="menu"
        title={`S${selection.num} ${name}, ${length}`}
        onClick={(event) => {
          if (isActive) props.onMenu(event.currentTarget);
          else view.activate(selection.id);
        }}
        onDoubleClick={() => selections.look(selection)}
        onContextMenu={(event) => {
          event.preventDefault();
          props.onMenu(event.currentTarget);
        }}
      >
        <span className="visually-hidden">
          {[`S${selection.num}`, selection.exercise, length].filter(Boolean).join(' ')}
        </span>
        <span className={styles.seen} aria-hidden="true">
          {start < window.from && <span>‹</span>}
          <b>S{selection.num}</b>
          <span className={styles.name}>{selection.exercise}</span>
          <span className={styles.length} data-hours={t1 - t0 >= 3600}>
            {length}
          </span>
          {end > window.to && <span>›</span>}
        </span>
      </button>
      {isActive && selections.mayEdit && start >= window.from && handle('t0')}
      {isActive && selections.mayEdit && end <= window.to && handle('t1')}
    </div>
  );
}
