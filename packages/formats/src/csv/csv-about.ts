import type { CsvMapping } from './csv-mapping.ts';
import type { ToUtcMs } from './read-times.ts';

/** What the one who sent a CSV says of it. */
export interface CsvAbout {
  /** Hz, for a file without a time column. */
  readonly rateHz?: number | undefined;
  /** What its columns mean, where somebody decided it. */
  readonly mapping?: CsvMapping | undefined;
  /** For dates that do not say their zone. */
  readonly toUtcMs: ToUtcMs;
}
