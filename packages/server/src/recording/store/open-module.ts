import { join } from 'node:path';
import {
  extremesBucket,
  momentsBucket,
  type PageArena,
  PagedColumn,
  type SampleTimes,
  StampedTimes,
  SteadyTimes,
} from '@sillage/signal';
import { ModuleMetadata, metadataKey, pyramidFolder } from './module-metadata.ts';
import { PositionedParquet } from './parquet/read-parquet.ts';
import type { StoredColumn } from './store.ts';
import { extremesColumns, momentsColumns, sampleColumns } from './write-module.ts';

/** A column of an open module. Sidecar columns follow from its place. */
export interface OpenColumn {
  readonly stored: StoredColumn;
  /** Among the module's columns; T is not counted. */
  readonly place: number;
  readonly pages: PagedColumn;
}

export interface OpenModule {
  readonly stored: ModuleMetadata;
  readonly samples: PositionedParquet;
  readonly extremes: PositionedParquet;
  readonly moments: PositionedParquet;
  readonly columns: ReadonlyMap<string, OpenColumn>;
  readonly times: SampleTimes;
  /** Pages of T, where the times are read. */
  readonly timePages: PagedColumn | undefined;
}

/** What a file's own metadata says; undefined when it is not ours. */
export function parseModule(metadata: ReadonlyMap<string, string>): ModuleMetadata | undefined {
  try {
    return ModuleMetadata.safeParse(JSON.parse(metadata.get(metadataKey) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** Opens a module's file of samples alone. */
export async function openSamples(
  path: string,
): Promise<{ samples: PositionedParquet; stored: ModuleMetadata } | undefined> {
  const samples = await PositionedParquet.open(path, (metadata) => {
    const module = parseModule(metadata);
    return module && sampleColumns(module);
  });
  const stored = samples && parseModule(samples.metadata);
  return stored && { samples, stored };
}

async function openTimes(
  arena: PageArena,
  samples: PositionedParquet,
  extremes: PositionedParquet,
  stored: ModuleMetadata,
): Promise<Pick<OpenModule, 'times' | 'timePages'>> {
  if (stored.steady) return { times: new SteadyTimes(stored.steady, samples.rows), timePages: undefined };
  const everyBucket = await extremes.readNumbers(0, 0, extremes.rows);
  const timePages = new PagedColumn(arena, samples.rows, 8);
  return { times: new StampedTimes(timePages, Float64Array.from(everyBucket)), timePages };
}

/** Opens a module with its pyramid. @returns undefined when a file is absent, cut or not ours */
export async function openModule(folder: string, stem: string, arena: PageArena): Promise<OpenModule | undefined> {
  const opened = await openSamples(join(folder, `${stem}.parquet`));
  if (!opened) return undefined;
  const { samples, stored } = opened;
  const sidecar = join(folder, pyramidFolder, stem);
  const extremes = await PositionedParquet.open(`${sidecar}.extremes.parquet`, () => extremesColumns(stored));
  const moments = await PositionedParquet.open(`${sidecar}.moments.parquet`, () => momentsColumns(stored));
  const fits =
    extremes?.rows === Math.ceil(samples.rows / extremesBucket) &&
    moments?.rows === Math.ceil(samples.rows / momentsBucket);
  if (!fits || !extremes || !moments) {
    for (const file of [samples, extremes, moments]) await file?.close();
    return undefined;
  }
  const columns = new Map(
    stored.columns.map((column, place): [string, OpenColumn] => [
      column.name,
      { stored: column, place, pages: new PagedColumn(arena, samples.rows, column.type === 'f64' ? 8 : 4) },
    ]),
  );
  return { stored, samples, extremes, moments, columns, ...(await openTimes(arena, samples, extremes, stored)) };
}

/** Gives its pages back and closes its files. */
export async function closeModule(module: OpenModule): Promise<void> {
  module.timePages?.release();
  for (const column of module.columns.values()) column.pages.release();
  await Promise.all([module.samples.close(), module.extremes.close(), module.moments.close()]);
}
