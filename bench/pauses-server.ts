import type { FromPausesServer } from './pauses-load.ts';
import { startBenchServer } from './start-bench-server.ts';
import { watchLoop } from './watch-loop.ts';

/** The measured process: a whole server on a database that others fill. */
const [dataRoot, databaseUrl] = process.argv.slice(2);
if (dataRoot === undefined || databaseUrl === undefined) throw new Error('usage: pauses-server.ts <data> <database>');
const server = await startBenchServer({ dataRoot, databaseUrl });
const longest = watchLoop();

function tell(message: FromPausesServer): void {
  process.send?.(message);
}
process.on('message', () => tell(longest()));
process.on('disconnect', () => void server.stop().then(() => process.exit(0)));
tell({ url: server.url, mqttPort: server.mqttPort ?? 0 });
