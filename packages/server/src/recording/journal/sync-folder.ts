/** Brings a folder to disk for all who changed something in it, with as few syncs as will do. */
export interface FolderSync {
  /** Something in the folder was changed; the function answered resolves once that is on disk. */
  changed(): () => Promise<void>;
}

/** `sync` runs at most once at a time, and covers every change before it began. */
export function syncFolderOnce(sync: () => Promise<void>): FolderSync {
  let changes = 0;
  let synced = 0;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    const covered = changes;
    await sync();
    synced = covered;
  }

  async function reach(change: number): Promise<void> {
    while (synced < change) {
      const before = running;
      running ??= run().finally(() => {
        running = undefined;
      });
      if (before === undefined) await running;
      else await before.catch(() => {}); // theirs, which may have begun too early for this change
    }
  }

  return {
    changed() {
      const change = ++changes;
      return () => reach(change);
    },
  };
}
