import { mdiArrowDown, mdiArrowUp, mdiClose, mdiDragVertical } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { moveRow } from './move-row.ts';
import styles from './rows-editor.module.css';

interface RowsEditorProps {
  readonly rows: readonly string[];
  /** Whether their order counts: then they are moved by dragging and by buttons. */
  readonly ordered: boolean;
  readonly disabled: boolean;
  /** What a row says, for the names of its buttons. */
  sayRow(row: string): string;
  /** What stands in a row. */
  showRow(row: string, change: (row: string) => void): ReactNode;
  onChange(rows: string[]): void;
}

let lastKey = 0;

/** Keys that go along with the rows as they move, so that what has the focus keeps it. */
function useRowKeys(count: number) {
  const [keys, setKeys] = useState<readonly number[]>([]);
  let shown = keys;
  if (keys.length !== count) {
    shown = Array.from({ length: count }, (_, index) => keys[index] ?? ++lastKey);
    setKeys(shown);
  }
  return { keys: shown, change: (next: (keys: readonly number[]) => readonly number[]) => setKeys(next(shown)) };
}

/** Rows of a value: changed, moved, taken away. */
export function RowsEditor(props: RowsEditorProps): ReactNode {
  const { rows, ordered, disabled, onChange } = props;
  const { t } = useTranslation('settings');
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number>();
  const { keys, change } = useRowKeys(rows.length);
  const move = (from: number, to: number) => {
    change((old) => moveRow(old, from, to));
    onChange(moveRow(rows, from, to));
  };
  const remove = (index: number) => {
    change((old) => old.filter((_, at) => at !== index));
    onChange(rows.filter((_, at) => at !== index));
  };
  function follow(event: PointerEvent): void {
    if (dragged === undefined) return;
    const to = [...(list.current?.children ?? [])].findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return event.clientY >= top && event.clientY < bottom;
    });
    if (to < 0 || to === dragged) return;
    move(dragged, to);
    setDragged(to);
  }
  return (
    <ol className={styles.rows} ref={list}>
      {rows.map((row, index) => (
        <li key={keys[index]} data-dragged={dragged === index || undefined}>
          {ordered && !disabled && (
            <span
              className={styles.grip}
              aria-hidden="true"
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                setDragged(index);
              }}
              onPointerMove={follow}
              onPointerUp={() => setDragged(undefined)}
              onPointerCancel={() => setDragged(undefined)}
            >
              <Icon path={mdiDragVertical} size={18} />
            </span>
          )}
          <div className={styles.content}>
            {props.showRow(row, (next) => onChange(rows.map((one, at) => (at === index ? next : one))))}
          </div>
          {!disabled && (
            <RowButtons
              says={props.sayRow(row) || String(index + 1)}
              ordered={ordered}
              first={index === 0}
              last={index === rows.length - 1}
              onMove={(by) => move(index, index + by)}
              onRemove={() => remove(index)}
              words={t}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

function RowButtons(props: {
  says: string;
  ordered: boolean;
  first: boolean;
  last: boolean;
  onMove(by: 1 | -1): void;
  onRemove(): void;
  words: (key: string, values: { name: string }) => string;
}): ReactNode {
  const name = { name: props.says };
  return (
    <>
      {props.ordered && (
        <>
          <IconButton
            size="small"
            disabled={props.first}
            aria-label={props.words('parameters.moveUp', name)}
            onClick={() => props.onMove(-1)}
          >
            <Icon path={mdiArrowUp} size={16} />
          </IconButton>
          <IconButton
            size="small"
            disabled={props.last}
            aria-label={props.words('parameters.moveDown', name)}
            onClick={() => props.onMove(1)}
          >
            <Icon path={mdiArrowDown} size={16} />
          </IconButton>
        </>
      )}
      <IconButton size="small" aria-label={props.words('parameters.removeRow', name)} onClick={props.onRemove}>
        <Icon path={mdiClose} size={16} />
      </IconButton>
    </>
  );
}
