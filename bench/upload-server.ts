import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startServer } from '@sillage/server';
import { peakResidentBytes } from './peak-resident.ts';
import { administrator, type FromUploadServer } from './upload-load.ts';

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
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();

function tell(message: FromUploadServer): void {
  process.send?.(message);
}
process.on('message', () => {
  tell({ peakBytes: peakResidentBytes(), longestDelayMs: delay.max / 1e6 });
  delay.reset();
});
process.on('disconnect', () => void server.stop().then(() => process.exit(0)));
tell({ url: server.url });
