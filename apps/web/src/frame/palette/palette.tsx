import { mdiMagnify } from '@mdi/js';
import Dialog from '@mui/material/Dialog';
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { useScreenSize } from '../../ui/screen-size.ts';
import { useCommands } from './commands.ts';
import { type Entry, findTyped, matches } from './entry.ts';
import { useFoundThings } from './find-things.ts';
import styles from './palette.module.css';

/** Goes anywhere, finds anything by name and does what the menus do, by keyboard alone. */
export default function Palette(props: { onClose(): void }): ReactNode {
  const { t } = useTranslation('app');
  return (
    <Dialog
      open
      onClose={props.onClose}
      aria-label={t('palette.open')}
      slotProps={{ paper: { className: styles.palette ?? '' }, container: { className: styles.place ?? '' } }}
    >
      <Search onClose={props.onClose} />
    </Dialog>
  );
}

function useEntries(typed: string): { entries: readonly Entry[]; searching: boolean } {
  const commands = useCommands();
  const found = useFoundThings(typed);
  if (typed.trim() === '') {
    // Nothing typed yet: the screens themselves and the actions, not every sub-view.
    return { entries: commands.filter(({ key }) => !key.includes(' ')), searching: false };
  }
  const known = commands.filter(({ label, hint }) => matches(`${label} ${hint ?? ''}`, typed));
  return { entries: [...found.entries, ...known], searching: found.searching };
}

function Search(props: { onClose(): void }): ReactNode {
  const { t } = useTranslation('app');
  const listId = useId();
  const phone = useScreenSize() === 'phone';
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const { entries, searching } = useEntries(typed);
  const marked = entries[Math.min(at, entries.length - 1)];
  const run = (entry: Entry | undefined) => {
    if (entry === undefined) return;
    props.onClose();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = entries.length - 1;
    const now = Math.min(at, last);
    if (event.key === 'ArrowDown') setAt(now >= last ? 0 : now + 1);
    else if (event.key === 'ArrowUp') setAt(now <= 0 ? last : now - 1);
    else if (event.key === 'Enter') run(marked);
    else return;
    event.preventDefault();
  };
  // Not `autoFocus`: a menu that closes just before takes the focus back from it.
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (marked) document.getElementById(`${listId}-${marked.key}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, marked]);
  return (
    <>
      <div className={styles.field}>
        <Icon path={mdiMagnify} size={20} />
        <input
          ref={field}
          value={typed}
          placeholder={t(phone ? 'palette.placeholderShort' : 'palette.placeholder')}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          role="combobox"
          aria-label={t('palette.open')}
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={marked && `${listId}-${marked.key}`}
          spellCheck={false}
          autoComplete="off"
        />
        <kbd className={styles.key}>{t('palette.escape')}</kbd>
      </div>
      <div id={listId} role="listbox" aria-label={t('palette.open')} className={styles.list}>
        {entries.map((entry, index) => (
          <Fragment key={entry.key}>
            {entries[index - 1]?.group !== entry.group && (
              <div className={styles.group} role="presentation">
                {t(`palette.${entry.group}`)}
              </div>
            )}
            <Line
              id={`${listId}-${entry.key}`}
              entry={entry}
              typed={typed}
              marked={entry === marked}
              onMark={() => setAt(index)}
              onRun={() => run(entry)}
            />
          </Fragment>
        ))}
      </div>
      <p className={styles.none} role="status">
        {entries.length === 0 && t(searching ? 'palette.searching' : 'palette.nothing')}
      </p>
    </>
  );
}

function Line(props: {
  id: string;
  entry: Entry;
  typed: string;
  marked: boolean;
  onMark(): void;
  onRun(): void;
}): ReactNode {
  const { t } = useTranslation('app');
  const { entry } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above holds the keyboard (aria-activedescendant)
    <div
      id={props.id}
      role="option"
      tabIndex={-1}
      aria-selected={props.marked}
      className={styles.line}
      onPointerMove={props.onMark}
      onClick={props.onRun}
    >
      <Icon path={entry.icon} size={18} />
      <span className={styles.label} title={entry.label}>
        <Typed label={entry.label} typed={props.typed} />
      </span>
      {entry.hint && (
        <span className={styles.hint} title={entry.hint}>
          {entry.hint}
        </span>
      )}
      {entry.shortcut && <KeyHint>{entry.shortcut}</KeyHint>}
      {props.marked && <kbd className={styles.key}>{t('palette.enter')}</kbd>}
    </div>
  );
}

function Typed(props: { label: string; typed: string }): ReactNode {
  const letters = [...props.label];
  const found = findTyped(props.label, props.typed);
  if (found === undefined) return props.label;
  return (
    <>
      {letters.slice(0, found.start).join('')}
      <b>{letters.slice(found.start, found.end).join('')}</b>
      {letters.slice(found.end).join('')}
    </>
  );
}
