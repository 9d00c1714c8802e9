import { createDecodeWorkers, type DecodeWorkers } from './decode-workers.ts';

let shared: DecodeWorkers | undefined;

/** The threads of all tests of a process: each loads all readers of files, and ends with the process. */
export function shareTestWorkers(): DecodeWorkers {
  shared ??= createDecodeWorkers();
  return shared;
}
