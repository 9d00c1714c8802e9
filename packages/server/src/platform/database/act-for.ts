import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/** On whose behalf the program works: while it answers them, and no longer. */
interface Acting {
  readonly userId: number;
  isOver: boolean;
}

const acting = new AsyncLocalStorage<Acting>();

/** Does work for somebody: what it changes in the database before it ends is logged as theirs (`row_changes.edited_by`). */
export async function actFor<T>(userId: number, work: () => Promise<T>): Promise<T> {
  const one: Acting = { userId, isOver: false };
  try {
    // Awaited within: a statement of drizzle begins when somebody waits for it.
    return await acting.run(one, async () => await work());
  } finally {
    // What it began and left running is the program's own.
    one.isOver = true;
  }
}

/** As the setting of a connection says it; nobody: what the program does by itself. */
export function editorOfNow(): string {
  const one = acting.getStore();
  return one === undefined || one.isOver ? '' : String(one.userId);
}

const told = new WeakMap<pg.PoolClient, string>();

/** Tells a connection for whom it works from now on, unless it knows. `after`: also when it could not be told, since it is broken then. */
export function tellEditor(pgClient: pg.PoolClient, editor: string, after: () => void): void {
  if ((told.get(pgClient) ?? '') === editor) {
    after();
    return;
  }
  told.set(pgClient, editor);
  pgClient.query("select set_config('sillage.editor', $1, false)", [editor], (error) => {
    if (error) told.delete(pgClient);
    after();
  });
}
