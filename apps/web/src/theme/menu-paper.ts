/** What menus and the lists of typeahead fields lie on: an edge shows where a shadow does not, in the dark. */
export const menuPaper = {
  borderRadius: 8,
  backgroundColor: 'var(--raised)',
  backgroundImage: 'none',
  boxShadow: 'var(--e8)',
  border: '1px solid var(--dialog-edge)',
} as const;
