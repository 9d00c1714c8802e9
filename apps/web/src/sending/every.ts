/** ms between two looks at what moves by itself. */
export const everyMilliseconds = 5000;

/** What is kept of the server's answers, by what it is about. */
export const syncKeys = {
  all: ['sync'],
  link: ['sync', 'link'],
  tables: ['sync', 'tables'],
  ledger: ['sync', 'ledger'],
  conflicts: ['sync', 'conflicts'],
} as const;
