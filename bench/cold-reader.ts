import { DuckDBConnection } from '@duckdb/node-api';
import { createSignalStore } from '@sillage/server/recording/store';
import { z } from 'zod';
import { milliseconds } from './figure.ts';
import { pixelColumns } from './zoom-data.ts';

// One of the two peers of `cold`, in a process of its own: at each message it draws once, with nothing of the recording in memory.
const cacheBytes = 512 << 20;

/** As the server's: one for all records. To throw its half GB away each time would be measured with the next picture. */
const store = createSignalStore({ cacheBytes, inThreads: true });

const Wanted = z.object({ folder: z.string(), variables: z.array(z.string()), durationSeconds: z.number() });

async function byStore({ folder, variables, durationSeconds }: z.infer<typeof Wanted>): Promise<number> {
  const took = await milliseconds(() => store.curves(folder, variables, 0, durationSeconds, pixelColumns));
  await store.forget(folder);
  return took;
}

async function byDuckDb(sql: string): Promise<number> {
  const duckdb = await DuckDBConnection.create();
  const took = await milliseconds(() => duckdb.runAndReadAll(sql));
  duckdb.closeSync();
  return took;
}

process.on('message', (asked) => {
  const took = typeof asked === 'string' ? byDuckDb(asked) : byStore(Wanted.parse(asked));
  took.then(
    (ms) => process.send?.(ms),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
