import { mdiClose, mdiDelete, mdiFitToPageOutline, mdiPencil } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { Selection } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimeWindow } from '../../charts/time-window.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { Icon } from '../../ui/icon.tsx';
import { SelectionBlock } from './selection-block.tsx';
import styles from './selection-lane.module.css';
import { stackSelections } from './stack-selections.ts';

interface LaneProps {
  readonly selections: readonly Selection[];
  readonly active: number | undefined;
  readonly window: TimeWindow;
  readonly extent: TimeWindow;
  /** While the pointer is to draw a selection. */
  readonly selecting: boolean;
  /** What Enter selects then. */
  readonly takes: 'window' | 'cursors';
  readonly mayEdit: boolean;
  onActivate(id: number | undefined): void;
  onLook(selection: Selection): void;
  onEdit(selection: Selection): void;
  onDelete(selection: Selection): void;
  /** Bounds moved in the lane, s. */
  onBounds(selection: Selection, t0: number, t1: number): void;
  onTake(): void;
  onCancel(): void;
}

/** The selections above the graphs, on the graphs' time scale, and how to draw one while it is drawn. */
export function SelectionLanes(props: LaneProps): ReactNode {
  const { t } = useTranslation('record');
  const [menu, setMenu] = useState<{ anchor: HTMLElement; selection: Selection }>();
  const [hiddenAnchor, setHiddenAnchor] = useState<HTMLElement | null>(null);
  const { lanes, hidden } = stackSelections(props.selections, props.active);
  return (
    <div className={styles.lanes}>
      {lanes.map((lane) => (
        <div key={lane[0]?.id} className={styles.lane}>
          <div className={styles.inside}>
            {lane.map((selection) => (
              <SelectionBlock
                key={selection.id}
                selection={selection}
                active={selection.id === props.active}
                window={props.window}
                extent={props.extent}
                mayEdit={props.mayEdit}
                onActivate={() => props.onActivate(selection.id)}
                onLook={() => props.onLook(selection)}
                onMenu={(anchor) => setMenu({ anchor, selection })}
                onBounds={(t0, t1) => props.onBounds(selection, t0, t1)}
              />
            ))}
          </div>
        </div>
      ))}
      {hidden.length > 0 && (
        <button
          type="button"
          className={styles.more}
          aria-haspopup="menu"
          aria-label={t('selection.more', { count: hidden.length })}
          title={t('selection.more', { count: hidden.length })}
          onClick={(event) => setHiddenAnchor(event.currentTarget)}
        >
          +{hidden.length}
        </button>
      )}
      <HiddenMenu
        anchor={hiddenAnchor}
        hidden={hidden}
        onClose={() => setHiddenAnchor(null)}
        onPick={(selection) => props.onActivate(selection.id)}
      />
      <BlockMenu {...props} at={menu} onClose={() => setMenu(undefined)} />
      {props.selecting && <Hint {...props} />}
    </div>
  );
}

function HiddenMenu(props: {
  anchor: HTMLElement | null;
  hidden: readonly Selection[];
  onClose(): void;
  onPick(selection: Selection): void;
}): ReactNode {
  return (
    <Menu anchorEl={props.anchor} open={props.anchor !== null} onClose={props.onClose}>
      {props.hidden.map((selection) => (
        <MenuItem
          key={selection.id}
          onClick={() => {
            props.onClose();
            props.onPick(selection);
          }}
        >
          {`S${selection.num} ${selection.exercise} ${formatChrono(selection.t1 - selection.t0)}`}
        </MenuItem>
      ))}
    </Menu>
  );
}

function BlockMenu(
  props: LaneProps & { at: { anchor: HTMLElement; selection: Selection } | undefined; onClose(): void },
): ReactNode {
  const { t } = useTranslation('record');
  const { at, onClose } = props;
  const entries = [
    { name: 'look', icon: mdiFitToPageOutline, act: props.onLook, shown: true },
    { name: 'edit', icon: mdiPencil, act: props.onEdit, shown: props.mayEdit },
    { name: 'delete', icon: mdiDelete, act: props.onDelete, shown: props.mayEdit },
  ];
  return (
    <Menu anchorEl={at?.anchor ?? null} open={at !== undefined} onClose={onClose}>
      {entries
        .filter((entry) => entry.shown)
        .map((entry) => (
          <MenuItem
            key={entry.name}
            onClick={() => {
              onClose();
              if (at) entry.act(at.selection);
            }}
          >
            <Icon path={entry.icon} size={18} />
            {t(`selection.${entry.name}`)}
          </MenuItem>
        ))}
    </Menu>
  );
}

/** Over the lanes, so that the graphs stay where they are. */
function Hint(props: Pick<LaneProps, 'takes' | 'onTake' | 'onCancel'>): ReactNode {
  const { t } = useTranslation('record');
  return (
    <div className={styles.hint} role="status">
      <span className={styles.hintText}>{t('selection.draw')}</span>
      <Button size="small" onClick={props.onTake}>
        {t(props.takes === 'window' ? 'selection.takeWindow' : 'selection.takeCursors')}
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
