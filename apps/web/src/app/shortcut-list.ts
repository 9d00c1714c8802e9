/** What the help dialog lists: every shortcut that exists, by screen. `label` is a key of `shortcuts` in app.json. */
export const shortcutGroups = [
  {
    name: 'everywhere',
    shortcuts: [
      { keys: ['1'], label: 'realtime' },
      { keys: ['2'], label: 'data' },
      { keys: ['3'], label: 'settings' },
      { keys: ['4'], label: 'admin' },
      { keys: ['5'], label: 'about' },
      { keys: ['Ctrl', 'K'], label: 'palette' },
      { keys: ['?'], label: 'help' },
    ],
  },
  {
    name: 'data',
    shortcuts: [
      { keys: ['N'], label: 'newData' },
      { keys: ['D'], label: 'downloadSelection' },
      { keys: ['R'], label: 'reload' },
    ],
  },
  {
    name: 'record',
    shortcuts: [
      { keys: ['S'], label: 'addSelection' },
      { keys: ['H'], label: 'wholeGraph' },
      { keys: ['D'], label: 'download' },
      { keys: ['Ctrl', 'Z'], label: 'undoZoom' },
      { keys: ['Ctrl', 'Y'], label: 'redoZoom' },
      { keys: ['←', '→'], label: 'cursor' },
      { keys: ['↖', '↘'], label: 'cursorToEnds' },
      { keys: ['+', '−'], label: 'zoom' },
      { keys: ['C'], label: 'mark' },
      { keys: ['↵'], label: 'zoomToMark' },
    ],
  },
  { name: 'realtime', shortcuts: [{ keys: ['R'], label: 'toggleRecord' }] },
] as const;
