/** The one cursor of all graphs of a record, moved at pointer speed: outside React's state. */
export interface SharedCursor {
  /** s since the record's start; undefined when no cursor is shown. */
  readonly time: number | undefined;
  move(time: number | undefined): void;
  subscribe(listener: () => void): () => void;
}

export function createCursor(atFirst?: number): SharedCursor {
  const listeners = new Set<() => void>();
  let time = atFirst;
  return {
    get time() {
      return time;
    },
    move: (next) => {
      if (next === time) return;
      time = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
