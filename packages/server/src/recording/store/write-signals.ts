import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../platform/files/index.ts';
import { pyramidFolder } from './module-metadata.ts';
import type { ModuleWriter, SignalWriter, StoredModule } from './store.ts';
import { unlessAbsent } from './unless-absent.ts';
import { OneModuleWriter } from './write-module.ts';
import { writeOverviews } from './write-overviews.ts';

/** Waits for the folder before it writes. */
class LateModuleWriter implements ModuleWriter {
  readonly #writer: Promise<OneModuleWriter>;

  constructor(writer: Promise<OneModuleWriter>) {
    this.#writer = writer;
    // reported by the first append, finish or abandon
    this.#writer.catch(() => {});
  }

  async append(chunk: Parameters<ModuleWriter['append']>[0]): Promise<void> {
    await (await this.#writer).append(chunk);
  }
}

/** What the rows of all modules may take in memory before they are written. */
const bufferBytes = 16 * 1024 * 1024;

/**
 * Starts writing a record's signals.
 * @param folder where they appear, complete, when `finish` has returned; what was there before is replaced
 * @param temporary folder on the same disk, for what is not finished
 * @param wrote told the bytes that land on the disk; negative when some are gone again
 * @param hasOverviews whether long records are drawn once for all
 */
export function createSignalWriter(
  folder: string,
  temporary: string,
  wrote: (bytes: number) => void = () => {},
  hasOverviews = true,
): SignalWriter {
  const modules: Promise<OneModuleWriter>[] = [];
  const names = new Set<string>();
  let place: Promise<string> | undefined;

  async function makePlace(): Promise<string> {
    await mkdir(temporary, { recursive: true });
    const made = await mkdtemp(join(temporary, 'signals-'));
    await mkdir(join(made, pyramidFolder));
    return made;
  }

  async function putInPlace(made: string): Promise<void> {
    await syncFolder(join(made, pyramidFolder));
    await syncFolder(made);
    await mkdir(dirname(folder), { recursive: true });
    const replaced = `${made}-replaced`;
    await unlessAbsent(rename(folder, replaced));
    await rename(made, folder);
    await syncFolder(dirname(folder));
    await rm(replaced, { recursive: true, force: true });
  }

  return {
    module(module: StoredModule): ModuleWriter {
      if (names.has(module.name)) throw new RangeError(`module ${module.name} twice`);
      const order = names.size;
      names.add(module.name);
      place ??= makePlace();
      const writer = place.then(
        (made) => new OneModuleWriter(made, module, order, () => bufferBytes / names.size, wrote),
      );
      modules.push(writer);
      return new LateModuleWriter(writer);
    },
    async finish(derive) {
      place ??= makePlace();
      const made = await place;
      let sizeBytes = 0;
      let durationSeconds = 0;
      let mostSamples = 0;
      const finishFrom = async (first: number) => {
        for (const module of modules.slice(first)) {
          const finished = await (await module).finish();
          sizeBytes += finished.sizeBytes;
          durationSeconds = Math.max(durationSeconds, finished.endSeconds);
          mostSamples = Math.max(mostSamples, finished.samples);
        }
      };
      const measured = modules.length;
      await finishFrom(0);
      if (derive !== undefined) {
        await derive(made);
        await finishFrom(measured);
      }
      if (hasOverviews) sizeBytes += await writeOverviews(made, durationSeconds, mostSamples, wrote);
      await putInPlace(made);
      return { sizeBytes, durationSeconds };
    },
    async abandon() {
      // A file that could not be made or closed is no reason to leave the others.
      await Promise.allSettled(modules.map(async (module) => (await module).abandon()));
      const made = await place?.catch(() => undefined);
      if (made !== undefined) await rm(made, { recursive: true, force: true });
    },
  };
}
