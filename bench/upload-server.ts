import { peakResidentBytes } from './peak-resident.ts';
import { startBenchServer } from './start-bench-server.ts';
import type { FromUploadServer } from './upload-load.ts';
import { watchLoop } from './watch-loop.ts';

/** The measured process: a whole server, its decoding threads among them. */
const [dataRoot] = process.argv.slice(2);
if (dataRoot === undefined) throw new Error('usage: upload-server.ts <data folder>');
const server = await startBenchServer({ dataRoot });
const longest = watchLoop();

function tell(message: FromUploadServer): void {
  process.send?.(message);
}
process.on('message', () => tell({ peakBytes: peakResidentBytes(), ...longest() }));
process.on('disconnect', () => void server.stop().then(() => process.exit(0)));
tell({ url: server.url });
