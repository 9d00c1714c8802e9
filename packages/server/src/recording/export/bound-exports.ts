import { limits, type Refusal, refuse } from '@sillage/contract';
import { sayBytes } from '@sillage/domain';
import type { ExportSource } from './export-source.ts';
import { type Processing, processed } from './process-modules.ts';

/** Exports under way at once: they share the disk and the processor with the recordings. */
const mostAPerson = 12;
const mostInAll = 24;
const bytesANumber = 8;

/** Leave to make one export. Give it back in any case; again does no harm. */
export interface ExportPlace {
  release(): void;
}

export interface ExportPlaces {
  take(userId: number): ExportPlace | Refusal;
}

/** Bounds how many exports are made at once, each person's and all. */
export function createExportPlaces(): ExportPlaces {
  const taken = new Map<ExportPlace, number>();
  return {
    take(userId) {
      const own = [...taken.values()].filter((id) => id === userId).length;
      if (own >= mostAPerson || taken.size >= mostInAll) return refuse('export.tooMany');
      const place = { release: () => void taken.delete(place) };
      taken.set(place, userId);
      return place;
    },
  };
}

/** A rate may make any number of values of a small record: no more than a disk holds. */
export function refuseTooLarge(parts: readonly ExportSource[], processing: Processing): Refusal | undefined {
  if (processing.rows.kind === 'asSampled') return undefined;
  let values = 0;
  for (const part of parts) {
    for (const { rows, columns } of processed(part, processing).modules) values += rows * (columns.length + 1);
  }
  if (values <= limits.exportValues) return undefined;
  const said = { size: sayBytes(values * bytesANumber), maximum: sayBytes(limits.exportValues * bytesANumber) };
  return refuse('export.tooLarge', said);
}
