import { mdiDragVertical, mdiLockOutline, mdiViewColumnOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Popover from '@mui/material/Popover';
import Select from '@mui/material/Select';
import type { Record } from '@sillage/contract';
import { quantityNames, quantityOf } from '@sillage/domain';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMaySend } from '../../sending/use-waiting.ts';
import { Chevron } from '../../ui/chevron.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './column-menu.module.css';
import { type ColumnName, useTableView } from './table-view.ts';

/** Which columns the table has, in which order, and what its traces show. */
export function ColumnMenu(props: { records: readonly Record[] }): ReactNode {
  const { t } = useTranslation('data');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { order, usual } = useTableView();
  const maySend = useMaySend();
  return (
    <>
      <IconButton
        aria-label={t('columns.title')}
        title={t('columns.title')}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon path={mdiViewColumnOutline} />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { className: styles.paper ?? '', role: 'dialog', 'aria-label': t('columns.title') } }}
      >
        <div className={styles.head}>
          <h3>{t('columns.title')}</h3>
          <Button size="small" onClick={usual}>
            {t('columns.usual')}
          </Button>
        </div>
        {(['date', 'athletes'] as const).map((name) => (
          <div key={name} className={styles.fixed}>
            <Icon path={mdiLockOutline} size={18} />
            {t(`column.${name}`)}
          </div>
        ))}
        <Columns>
          {order
            .filter((name) => name !== 'cloud' || maySend)
            .map((name) => (
              <ColumnRow key={name} name={name}>
                {name === 'preview' && <TracedChoice records={props.records} />}
              </ColumnRow>
            ))}
        </Columns>
      </Popover>
    </>
  );
}

/** Columns are dragged by their handles; the one that is under the pointer gives way. */
function Columns(props: { children: ReactNode }): ReactNode {
  const { order, moveColumn } = useTableView();
  const list = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<ColumnName>();
  const take = (event: PointerEvent) => {
    const handle = event.target instanceof Element ? event.target.closest('[data-handle]') : null;
    const name = order.find((one) => one === handle?.getAttribute('data-handle'));
    if (name === undefined) return;
    list.current?.setPointerCapture(event.pointerId);
    setDragged(name);
  };
  const drag = (event: PointerEvent) => {
    const box = list.current?.getBoundingClientRect();
    if (dragged === undefined || box === undefined || box.height === 0) return;
    const place = Math.floor(((event.clientY - box.top) / box.height) * order.length);
    if (place !== order.indexOf(dragged)) moveColumn(dragged, place);
  };
  const drop = () => setDragged(undefined);
  return (
    <div
      ref={list}
      data-dragging={dragged !== undefined}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      {props.children}
    </div>
  );
}

function ColumnRow(props: { name: ColumnName; children: ReactNode }): ReactNode {
  const { t } = useTranslation('data');
  const { columns, order, showColumn, moveColumn } = useTableView();
  const { name } = props;
  const word = t(`column.${name}`);
  const moveByKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const handle = event.currentTarget;
    moveColumn(name, order.indexOf(name) + (event.key === 'ArrowUp' ? -1 : 1));
    // Moved in the document a handle loses the focus.
    queueMicrotask(() => handle.focus());
  };
  return (
    <div className={styles.row}>
      <button
        type="button"
        className={styles.handle}
        data-handle={name}
        aria-label={t('columns.move', { name: word })}
        title={t('columns.moveHint')}
        onKeyDown={moveByKey}
      >
        <Icon path={mdiDragVertical} size={18} />
      </button>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the check box inside is its control */}
      <label className={styles.column}>
        <Checkbox
          checked={columns.includes(name)}
          onChange={(event) => showColumn(name, event.target.checked)}
          size="small"
        />
        {word}
      </label>
      {props.children}
    </div>
  );
}

const automatic = 'automatic';

/** What the traces show: each what tells most, or one quantity for all, of those that the records of the page have. */
function TracedChoice(props: { records: readonly Record[] }): ReactNode {
  const { t } = useTranslation(['data', 'records']);
  const { columns, traced, trace } = useTableView();
  if (!columns.includes('preview')) return null;
  const measured = new Set(
    props.records.flatMap(({ available_data }) => Object.keys(available_data)).map((name) => quantityOf(name)?.name),
  );
  const offered = quantityNames.filter((name) => measured.has(name) || name === traced);
  return (
    <Select
      className={styles.traced ?? ''}
      variant="standard"
      disableUnderline
      value={traced ?? automatic}
      onChange={({ target }) => trace(quantityNames.find((name) => name === target.value) ?? null)}
      IconComponent={Chevron}
      inputProps={{ 'aria-label': t('columns.traced') }}
    >
      <MenuItem value={automatic}>{t('columns.automatic')}</MenuItem>
      {offered.map((name) => (
        <MenuItem key={name} value={name}>
          {t(`records:quantity.${name}`)}
        </MenuItem>
      ))}
    </Select>
  );
}
