import { createServer } from 'node:http';
import { createDevices } from '@sillage/server/administration/devices';
import { createEmbeddedBroker } from '@sillage/server/platform/broker';
import { systemClock } from '@sillage/server/platform/clock';
import { openDatabase } from '@sillage/server/platform/database';
import { openDiskLedger } from '@sillage/server/platform/disk';
import { dataFolder, measureDisk } from '@sillage/server/platform/files';
import { createJobs } from '@sillage/server/platform/jobs';
import { createLog } from '@sillage/server/platform/log';
import { createRealtime } from '@sillage/server/platform/socket';
import { createTally } from '@sillage/server/platform/tally';
import { createIngest } from '@sillage/server/recording/ingest';
import { createLife, showChanges } from '@sillage/server/recording/life';
import { type FromServer, preciseNowMs } from './ingest-load.ts';

/** The measured process: broker with authentication, journal, live, Socket.IO; as the program composes them. */
const [root, url] = process.argv.slice(2);
if (root === undefined || url === undefined) throw new Error('usage: ingest-server.ts <data folder> <database>');
const folder = dataFolder(root);
const log = createLog('warn');
const clock = systemClock;
const external = {
  url,
  patienceMs: 0,
  say() {},
  lostTo(problem: Error) {
    throw problem;
  },
};
const database = await openDatabase({ external, folder, log });
const { authenticate } = createDevices({ db: database.db });
const tally = createTally({ log, nowMs: clock.nowMs });
const broker = await createEmbeddedBroker({ host: '127.0.0.1', port: 0, authenticate, log, tally });
const http = createServer();
const realtime = createRealtime({
  server: http,
  authenticate: async () => ({ userId: 1, clientId: 1, roles: ['Admin'], groupIds: [] }),
  renewed: async (principal) => principal,
  mayEnter: async () => true,
  clock,
  log,
});
const life = createLife({ database, jobs: createJobs({ database, folder, clock, log }), log });
showChanges(life, realtime);
const disk = await openDiskLedger({ measure: () => measureDisk(root), monotonicMs: clock.monotonicMs, log });
const rulesOf = async () => ({ namePrefix: '', stopAfterSeconds: undefined });
const selectionsOf = () => [];
const takeNextRecord = async () => undefined;
const scenarioOf = () => undefined;
const ingest = createIngest({
  database,
  broker,
  life,
  realtime,
  folder,
  disk,
  clock,
  log,
  tally,
  rulesOf,
  selectionsOf,
  takeNextRecord,
  scenarioOf,
});
await ingest.start();
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
const address = http.address();

function tell(message: FromServer): void {
  process.send?.(message);
}
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const residentMb = process.memoryUsage.rss() / 1e6;
  tell({ cpuMs: (user + system) / 1000, atMs: preciseNowMs(), residentMb });
});
process.on('disconnect', () => process.exit(0));
tell({ ports: { mqtt: broker.port, http: typeof address === 'object' && address !== null ? address.port : 0 } });
