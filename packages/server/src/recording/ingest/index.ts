export { createIngest, type Ingest } from './create-ingest.ts';
export type { RecordRules } from './ingest-dependencies.ts';
