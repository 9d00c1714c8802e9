import { mdiClose, mdiDelete, mdiFitToPageOutline, mdiPencil } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { Selection } from '@sillage/contract';
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatChrono } from '../../charts/chrono.ts';
import { spanOf, type TimeWindow } from '../../charts/time-window.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './selection-lane.module.css';

interface LaneProps {
  readonly selections: readonly Selection[];
  readonly active: number | undefined;
  readonly window: TimeWindow;
  readonly extent: TimeWindow;
  /** While the pointer is to draw a selection. */
  readonly selecting: boolean;
  readonly mayEdit: boolean;
  onActivate(id: number | undefined): void;
  onLook(selection: Selection): void;
  onEdit(selection: Selection): void;
  onDelete(selection: Selection): void;
  /** Bounds dragged in the lane, s. */
  onBounds(selection: Selection, t0: number, t1: number): void;
  onTakeWindow(): void;
  onCancel(): void;
}

/** The selections above the graphs, on the graphs' time scale. */
export function SelectionLane(props: LaneProps): ReactNode {
  const { t } = useTranslation('record');
  const [menu, setMenu] = useState<{ anchor: HTMLElement; selection: Selection }>();
  if (props.selecting) {
    return (
      <div className={styles.hint} role="status">
        <span className={styles.hintText}>{t('selection.draw')}</span>
        <Button size="small" onClick={props.onTakeWindow}>
          {t('selection.takeWindow')}
        </Button>
        <IconButton
          size="small"
          aria-label={t('selection.cancel')}
          title={t('selection.cancel')}
          onClick={props.onCancel}
        >
          <Icon path={mdiClose} size={18} />
        </IconButton>
      </div>
    );
  }
  const close = () => setMenu(undefined);
  const choose = (act: (selection: Selection) => void) => {
    close();
    if (menu) act(menu.selection);
  };
  return (
    <div className={styles.lane}>
      <div className={styles.inside}>
        {props.selections.map((selection) => (
          <Block
            key={selection.id}
            selection={selection}
            {...props}
            onMenu={(anchor) => setMenu({ anchor, selection })}
          />
        ))}
      </div>
      <Menu anchorEl={menu?.anchor ?? null} open={menu !== undefined} onClose={close}>
        {menu && [
          <MenuItem key="look" onClick={() => choose(props.onLook)}>
            <Icon path={mdiFitToPageOutline} size={18} />
            {t('selection.look')}
          </MenuItem>,
          props.mayEdit && (
            <MenuItem key="edit" onClick={() => choose(props.onEdit)}>
              <Icon path={mdiPencil} size={18} />
              {t('selection.edit')}
            </MenuItem>
          ),
          props.mayEdit && (
            <MenuItem key="delete" onClick={() => choose(props.onDelete)}>
              <Icon path={mdiDelete} size={18} />
              {t('selection.delete')}
            </MenuItem>
          ),
        ]}
      </Menu>
    </div>
  );
}

function Block(props: LaneProps & { selection: Selection; onMenu(anchor: HTMLElement): void }): ReactNode {
  const { t } = useTranslation('record');
  const { selection, window } = props;
  const [dragged, setDragged] = useState<{ t0: number; t1: number }>();
  const lane = useRef<HTMLDivElement>(null);
  const { t0, t1 } = dragged ?? selection;
  const from = Math.max(0, (t0 - window.from) / spanOf(window));
  const to = Math.min(1, (t1 - window.from) / spanOf(window));
  if (to <= 0 || from >= 1) return null;
  const active = selection.id === props.active;

  function drag(event: PointerEvent<HTMLElement>, edge: 't0' | 't1'): void {
    const box = lane.current?.parentElement?.getBoundingClientRect();
    if (box === undefined || event.buttons === 0) return;
    const time = window.from + ((event.clientX - box.left) / box.width) * spanOf(window);
    const held = Math.min(Math.max(time, props.extent.from), props.extent.to);
    const next = { t0, t1, [edge]: held };
    if (next.t1 > next.t0) setDragged(next);
  }
  const drop = () => {
    if (dragged) props.onBounds(selection, dragged.t0, dragged.t1);
    setDragged(undefined);
  };
  const handle = (edge: 't0' | 't1') => (
    <span
      className={styles.handle}
      data-edge={edge}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => drag(event, edge)}
      onPointerUp={drop}
    />
  );
  const name = selection.exercise === '' ? t('selection.unnamed') : selection.exercise;
  return (
    <div className={styles.block} ref={lane} style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}>
      <button
        type="button"
        className={styles.button}
        aria-pressed={active}
        aria-haspopup="menu"
        title={`S${selection.num} ${name}, ${formatChrono(t1 - t0, 1)}`}
        onClick={(event) => {
          if (active) props.onMenu(event.currentTarget);
          else props.onActivate(selection.id);
        }}
        onDoubleClick={() => props.onLook(selection)}
        onContextMenu={(event) => {
          event.preventDefault();
          props.onMenu(event.currentTarget);
        }}
      >
        <b>S{selection.num}</b>
        <span className={styles.name}>{selection.exercise}</span>
        <span className={styles.length}>{formatChrono(t1 - t0, 1)}</span>
      </button>
      {active && props.mayEdit && handle('t0')}
      {active && props.mayEdit && handle('t1')}
    </div>
  );
}
