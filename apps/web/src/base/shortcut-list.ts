import type { Permission, User } from '@sillage/contract';
import { isAdministrator, may } from './may.ts';

export interface Shortcut {
  /** As printed; `useShortcut` gets the first, with `Ctrl+` before it when that is printed before. */
  readonly keys: readonly string[];
  /** Key of `shortcuts` in app.json. */
  readonly label: string;
  readonly needs?: Permission;
  /** For administrators' eyes only. */
  readonly adminOnly?: true;
}

/** What the help dialog lists: every shortcut that exists, by screen. */
export const shortcutGroups = [
  {
    name: 'everywhere',
    shortcuts: [
      { keys: ['1'], label: 'realtime' },
      { keys: ['2'], label: 'data' },
      { keys: ['3'], label: 'settings' },
      { keys: ['4'], label: 'admin', adminOnly: true },
      { keys: ['5'], label: 'about' },
      { keys: ['Ctrl', 'K'], label: 'palette' },
      { keys: ['?'], label: 'help' },
      { keys: ['Escape'], label: 'close' },
    ],
  },
  {
    name: 'data',
    shortcuts: [
      { keys: ['N'], label: 'newData', needs: 'record.create' },
      { keys: ['D'], label: 'downloadSelection' },
      { keys: ['R'], label: 'reload' },
      { keys: ['↑', '↓'], label: 'rows' },
      { keys: ['Space'], label: 'check' },
      { keys: ['Enter'], label: 'open' },
      { keys: ['Escape'], label: 'uncheck' },
    ],
  },
  {
    name: 'record',
    shortcuts: [
      { keys: ['S'], label: 'addSelection', needs: 'record.edit' },
      { keys: ['Enter'], label: 'takeWindow', needs: 'record.edit' },
      { keys: ['Escape'], label: 'dropSelection', needs: 'record.edit' },
      { keys: ['H'], label: 'wholeGraph' },
      { keys: ['D'], label: 'download' },
      { keys: ['Ctrl', 'Z'], label: 'undoZoom' },
      { keys: ['Ctrl', 'Y'], label: 'redoZoom' },
      { keys: ['←', '→'], label: 'cursor' },
      { keys: ['Shift', '←', '→'], label: 'cursorFast' },
      { keys: ['Home', 'End'], label: 'cursorToEnds' },
      { keys: ['+', '−'], label: 'zoom' },
      { keys: ['Space'], label: 'playCursor' },
      { keys: [','], label: 'previousFrame' },
      { keys: ['.'], label: 'nextFrame' },
      { keys: ['F'], label: 'filmFull' },
      { keys: ['Alt', '←', '→'], label: 'filmOffset', needs: 'record.edit' },
      { keys: ['C'], label: 'showCursor' },
      { keys: ['Shift', 'C'], label: 'mark' },
      { keys: ['Enter'], label: 'zoomToMark' },
      { keys: ['N'], label: 'nextSelection' },
      { keys: ['P'], label: 'previousSelection' },
      { keys: ['['], label: 'moveStart', needs: 'record.edit' },
      { keys: [']'], label: 'moveEnd', needs: 'record.edit' },
      { keys: ['T'], label: 'windowTable' },
      { keys: ['Alt', '1'], label: 'preset' },
      { keys: ['G'], label: 'multipleGraphs' },
      { keys: ['0'], label: 'commonZero' },
      { keys: ['K'], label: 'previousRecord' },
      { keys: ['J'], label: 'nextRecord' },
    ],
  },
  {
    name: 'realtime',
    shortcuts: [
      { keys: ['R'], label: 'toggleRecord', needs: 'device.command' },
      { keys: ['S'], label: 'liveSelection', needs: 'device.command' },
      { keys: ['L'], label: 'lap', needs: 'device.command' },
      { keys: ['C'], label: 'configure', needs: 'device.command' },
      { keys: ['B'], label: 'keepOfBuffer', needs: 'device.command' },
      { keys: ['V'], label: 'nextView' },
      { keys: ['F'], label: 'freeze' },
      { keys: ['+', '−'], label: 'window' },
      { keys: ['←', '→'], label: 'frozenCursor' },
      { keys: ['Escape'], label: 'backToLive' },
    ],
  },
] as const satisfies readonly { readonly name: string; readonly shortcuts: readonly Shortcut[] }[];

export type ShortcutLabel = (typeof shortcutGroups)[number]['shortcuts'][number]['label'];

/** The shortcuts that do something for a person. */
export function shortcutsFor(user: Pick<User, 'roles' | 'is_recovery'>) {
  const does = ({ needs, adminOnly }: Shortcut) =>
    (needs === undefined || may(user, needs)) && (!adminOnly || isAdministrator(user));
  const groups = user.is_recovery ? shortcutGroups.slice(0, 1) : shortcutGroups;
  return groups.map(({ name, shortcuts }) => ({ name, shortcuts: [...shortcuts].filter(does) }));
}

/** As `useShortcut` knows a key: `Ctrl+Z`, `S`. */
export function nameOfKeys(keys: readonly string[]): string {
  return keys[0] === 'Ctrl' ? `Ctrl+${keys[1]}` : (keys[0] ?? '');
}
