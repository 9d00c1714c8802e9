/** Room requests that wait, of one connection and of all. */
export interface RequestQueues {
  /** A queue for a connection; `overflow` is called once when more waits than may. */
  open(overflow: () => void): RequestQueue;
}

export interface RequestQueue {
  /** Runs after everything before it. */
  add(characters: number, work: () => Promise<void> | void): void;
  /** What still waits is forgotten. */
  close(): void;
}

/** A board of 200 devices asks for all of its rooms at once, and again when the connection comes back. */
const waitingOfOne = 1000;
const charactersOfOne = 2_000_000;
const waitingOfAll = 50_000;
const charactersOfAll = 32_000_000;

export function createRequestQueues(): RequestQueues {
  let waitingInAll = 0;
  let charactersInAll = 0;

  function open(overflow: () => void): RequestQueue {
    // One after the other, so that an `unsubscribe` cannot overtake the `subscribe` before it.
    const waiting: { readonly characters: number; readonly work: () => Promise<void> | void }[] = [];
    let characters = 0;
    let isRunning = false;
    let isClosed = false;

    function count(requests: number, more: number): void {
      characters += more;
      waitingInAll += requests;
      charactersInAll += more;
    }

    async function run(): Promise<void> {
      isRunning = true;
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        count(-1, -next.characters);
        await next.work();
      }
      isRunning = false;
    }

    function close(): void {
      isClosed = true;
      count(-waiting.length, -characters);
      waiting.length = 0;
    }

    return {
      add(more, work) {
        if (isClosed) return;
        waiting.push({ characters: more, work });
        count(1, more);
        const isTooMuch =
          waiting.length > waitingOfOne ||
          characters > charactersOfOne ||
          waitingInAll > waitingOfAll ||
          charactersInAll > charactersOfAll;
        if (isTooMuch) {
          close();
          overflow();
        } else if (!isRunning) void run();
      },
      close,
    };
  }
  return { open };
}
