export { boundModuleBytes, boundSampleBytes } from './bound-signals.ts';
export { createSignalStore } from './create-signal-store.ts';
export { metresAt, secondsAt } from './distance-axis.ts';
export { withMedians } from './find-medians.ts';
export { identityOf } from './identity-of-folder.ts';
export { openSampleColumns, type SampleColumns } from './open-sample-columns.ts';
export { streamParquet } from './parquet/stream-parquet.ts';
export { readSteadily, withStore } from './read-steadily.ts';
export { splitChunk } from './split-chunk.ts';
export type {
  CurvePoints,
  DistanceAxis,
  ModuleWriter,
  SampleChunk,
  SignalStore,
  SignalWriter,
  StoredColumn,
  StoredModule,
  WindowStatistics,
} from './store.ts';
export { createSignalWriter } from './write-signals.ts';
