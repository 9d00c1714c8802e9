import { mdiClose, mdiContentDuplicate, mdiDelete, mdiFitToPageOutline, mdiMagnifyScan, mdiPencil } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { Selection } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { spanOf } from '../../charts/time-window.ts';
import { useSize } from '../../charts/use-size.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { Icon } from '../../ui/icon.tsx';
import { useOpenRecord } from './open-record.ts';
import { ProposedLane } from './propose/proposed-lane.tsx';
import { SelectionBlock } from './selection-block.tsx';
import styles from './selection-lane.module.css';
import { stackSelections } from './stack-selections.ts';

/** px that a block takes at least, so that it can be pressed; as in selection-lane.module.css. */
const leastPixels = 26;
/** px beside the lanes at most: the axes of one side each. */
const sidePixels = 2 * 46;

/** The selections above the graphs, on the graphs' time scale, and how to draw one while it is drawn. */
export function SelectionLanes(): ReactNode {
  const { t } = useTranslation('record');
  const [menu, setMenu] = useState<{ anchor: HTMLElement; selection: Selection }>();
  const [hiddenAnchor, setHiddenAnchor] = useState<HTMLElement | null>(null);
  const { view, selections } = useOpenRecord();
  const { ref, width } = useSize<HTMLDivElement>();
  const { x, window } = view;
  const least = width === 0 ? 0 : (spanOf(window) / Math.max(leastPixels, width - sidePixels)) * leastPixels;
  const { lanes, hidden } = stackSelections(selections.selections, view.activeSelection, ({ t0, t1 }) => {
    const { from, to } = x.ofTimes({ from: t0, to: t1 });
    return { from, to: Math.max(to, from + least) };
  });
  return (
    <div className={styles.lanes} ref={ref}>
      {lanes.map((lane) => (
        <div key={lane[0]?.id} className={styles.lane}>
          <div className={styles.inside}>
            {lane.map((selection) => (
              <SelectionBlock
                key={selection.id}
                selection={selection}
                onMenu={(anchor) => setMenu({ anchor, selection })}
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
      <ProposedLane width={Math.max(0, width - sidePixels)} />
      <HiddenMenu anchor={hiddenAnchor} hidden={hidden} onClose={() => setHiddenAnchor(null)} />
      <BlockMenu at={menu} onClose={() => setMenu(undefined)} />
      {selections.selecting && <Hint />}
    </div>
  );
}

function HiddenMenu(props: { anchor: HTMLElement | null; hidden: readonly Selection[]; onClose(): void }): ReactNode {
  const { activate } = useOpenRecord().view;
  return (
    <Menu anchorEl={props.anchor} open={props.anchor !== null} onClose={props.onClose}>
      {props.hidden.map((selection) => (
        <MenuItem
          key={selection.id}
          onClick={() => {
            props.onClose();
            activate(selection.id);
          }}
        >
          {`S${selection.num} ${selection.exercise} ${formatChrono(selection.t1 - selection.t0)}`}
        </MenuItem>
      ))}
    </Menu>
  );
}

function BlockMenu(props: {
  at: { anchor: HTMLElement; selection: Selection } | undefined;
  onClose(): void;
}): ReactNode {
  const { t } = useTranslation('record');
  const { selections } = useOpenRecord();
  const { mayEdit, look, open, duplicate } = selections;
  const { at, onClose } = props;
  const entries = [
    { name: 'look', icon: mdiFitToPageOutline, act: look, shown: true },
    { name: 'edit', icon: mdiPencil, act: (one: Selection) => open('edit', one), shown: mayEdit },
    { name: 'duplicate', icon: mdiContentDuplicate, act: duplicate, shown: mayEdit },
    { name: 'delete', icon: mdiDelete, act: (one: Selection) => open('delete', one), shown: mayEdit },
  ];
  return (
    <Menu
      anchorEl={at?.anchor ?? null}
      open={at !== undefined}
      onClose={onClose}
      slotProps={{ root: { role: 'region', 'aria-label': t('statistics.selections') } }}
    >
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

/** Of an exercise. */
const longestName = 200;

/** Over the lanes, so that the graphs stay where they are. */
function Hint(): ReactNode {
  const { t } = useTranslation('record');
  const { view, selections, proposal } = useOpenRecord();
  return (
    <div className={styles.hint} role="status">
      <span className={styles.hintText}>{t('selection.draw')}</span>
      <input
        className={styles.newName}
        value={selections.newName}
        maxLength={longestName}
        placeholder={t('selection.newName')}
        aria-label={t('selection.newName')}
        onChange={(event) => selections.setNewName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') selections.take();
          else if (event.key === 'Escape') selections.cancel();
        }}
      />
      <Button size="small" className={styles.take ?? ''} onClick={selections.take}>
        {t(view.mark === undefined ? 'selection.takeWindow' : 'selection.takeCursors')}
      </Button>
      <Button
        size="small"
        onClick={() => proposal.begin(selections.newName)}
        startIcon={<Icon path={mdiMagnifyScan} size={18} />}
      >
        {t('propose.begin')}
      </Button>
      <IconButton
        size="small"
        aria-label={t('selection.cancel')}
        title={t('selection.cancel')}
        onClick={selections.cancel}
      >
        <Icon path={mdiClose} size={18} />
      </IconButton>
    </div>
  );
}
