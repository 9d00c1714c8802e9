export { createIngest, type Ingest } from './create-ingest.ts';
