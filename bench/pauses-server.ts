import { startServer } from '@sillage/server';
import type { FromPausesServer } from './pauses-load.ts';
import { administrator } from './upload-load.ts';
import { watchLoop } from './watch-loop.ts';

/** The measured process: a whole server on a database that others fill. */
const [dataRoot, databaseUrl] = process.argv.slice(2);
if (dataRoot === undefined || databaseUrl === undefined) throw new Error('usage: pauses-server.ts <data> <database>');
const server = await startServer(
  {
    profile: { role: 'hub', name: 'Bench' },
    version: '0.0.0-bench',
    host: '127.0.0.1',
    port: 0,
    mqttPort: 0,
    dataRoot,
    webRoot: dataRoot,
    databaseUrl,
    brokerUrl: undefined,
    brokerSecret: undefined,
    publicUrl: undefined,
    trustedProxies: [],
    smtpUrl: undefined,
    restart: undefined,
    lostTo() {},
    administrator,
    logLevel: 'warn',
    logToStandardError: false,
  },
  () => {},
);
const longest = watchLoop();

function tell(message: FromPausesServer): void {
  process.send?.(message);
}
process.on('message', () => tell(longest()));
process.on('disconnect', () => void server.stop().then(() => process.exit(0)));
tell({ url: server.url, mqttPort: server.mqttPort ?? 0 });
