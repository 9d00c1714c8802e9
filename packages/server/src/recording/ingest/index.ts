export { createIngest, type Ingest } from './create-ingest.ts';
export { missingBlocksKey } from './repository.ts';
