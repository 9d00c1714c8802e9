import { createDevices } from '../../administration/devices/index.ts';
import { createEmbeddedBroker } from '../../platform/broker/index.ts';
import { systemClock } from '../../platform/clock/index.ts';
import { openDatabase } from '../../platform/database/index.ts';
import { openDiskLedger } from '../../platform/disk/index.ts';
import { dataFolder, measureDisk } from '../../platform/files/index.ts';
import { createJobs } from '../../platform/jobs/index.ts';
import { createLog } from '../../platform/log/index.ts';
import type { Realtime } from '../../platform/socket/index.ts';
import { createTally } from '../../platform/tally/index.ts';
import { createLife } from '../life/index.ts';
import { createIngest } from './index.ts';

/** The process that the kill test starts and kills: broker and ingest on a database that outlives it. */
const [root, url, watched] = process.argv.slice(2);
if (root === undefined || url === undefined || watched === undefined)
  throw new Error('usage: run-ingest-to-be-killed.ts <data folder> <database> <number of the device that is watched>');
const folder = dataFolder(root);
const log = createLog('warn');
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
const tally = createTally({ log, nowMs: systemClock.nowMs });
const broker = await createEmbeddedBroker({ host: '127.0.0.1', port: 0, authenticate, log, tally });
const life = createLife({ database, jobs: createJobs({ database, folder, clock: systemClock, log }), log });
const onListeners: Realtime['onListeners'] = (_kind, changed) => changed(Number(watched), true);
const realtime = { emit() {}, hasListeners: () => true, onListeners, onEnter() {} };
const disk = await openDiskLedger({ measure: () => measureDisk(root), monotonicMs: systemClock.monotonicMs, log });
const rulesOf = async () => ({ namePrefix: '', stopAfterSeconds: undefined });
const selectionsOf = () => [];
const takeNextRecord = async () => undefined;
const scenarioOf = () => undefined;
const clock = systemClock;
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
console.log(`port ${broker.port}`);
