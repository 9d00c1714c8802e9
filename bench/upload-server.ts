import { startServer } from '@sillage/server';
import { peakResidentBytes } from './peak-resident.ts';
import { administrator, type FromUploadServer } from './upload-load.ts';
import { watchLoop } from './watch-loop.ts';

/** The measured process: a whole server, its decoding threads among them. */
const [dataRoot] = process.argv.slice(2);
if (dataRoot === undefined) throw new Error('usage: upload-server.ts <data folder>');
const server = await startServer(
  {
    profile: { role: 'hub', name: 'Bench' },
    version: '0.0.0-bench',
    host: '127.0.0.1',
    port: 0,
    mqttPort: 0,
    dataRoot,
    webRoot: dataRoot,
    databaseUrl: undefined,
    brokerUrl: undefined,
    publicUrl: undefined,
    smtpUrl: undefined,
    restart: undefined,
    lostTo() {},
    brokerSecret: undefined,
    trustedProxies: [],
    administrator,
    logLevel: 'warn',
    logToStandardError: true,
  },
  () => {},
);
const longest = watchLoop();

function tell(message: FromUploadServer): void {
  process.send?.(message);
}
process.on('message', () => tell({ peakBytes: peakResidentBytes(), ...longest() }));
process.on('disconnect', () => void server.stop().then(() => process.exit(0)));
tell({ url: server.url });
