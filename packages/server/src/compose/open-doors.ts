import type { Accounts } from '../administration/accounts/index.ts';
import { createDevices, type Devices } from '../administration/devices/index.ts';
import type { SettingsHolder } from '../administration/server/index.ts';
import type { Broker } from '../platform/broker/index.ts';
import { type Database, isDatabaseAway } from '../platform/database/index.ts';
import type { DiskLedger } from '../platform/disk/index.ts';
import { createHttp, type Http, ownOrigins, readWebConfiguration, trustProxies } from '../platform/http/index.ts';
import { createRealtime, type RunningRealtime } from '../platform/socket/index.ts';
import type { Tally } from '../platform/tally/index.ts';
import { whyNotAdmitted } from '../sync/index.ts';
import { followRights, getsHints, openRoomRights } from './admit-to-rooms.ts';
import type { BaseDependencies } from './base-dependencies.ts';
import { openBroker } from './open-broker.ts';
import { patienceMs } from './open-data.ts';

interface Dependencies extends BaseDependencies {
  readonly database: Database;
  readonly disk: DiskLedger;
  readonly tally: Tally;
  readonly settings: SettingsHolder;
  readonly accounts: Accounts;
}

export interface DeviceDoor {
  readonly devices: Devices;
  readonly broker: Broker & { readonly port: number | undefined };
}

/** Where devices connect. */
export async function openDeviceDoor(
  dependencies: Omit<Dependencies, 'accounts' | 'settings' | 'disk'>,
): Promise<DeviceDoor> {
  const { options, log, closers, say, database, tally } = dependencies;
  const devices = createDevices({ db: database.db });
  say('Starting the device broker');
  const { authenticate } = devices;
  const isOurs = trustProxies(options.trustedProxies);
  const broker = await openBroker(options, { authenticate, log, tally, patienceMs, say, isOurs });
  return { devices, broker: closers.add(broker, (it) => it.close()) };
}

export interface BrowserDoors {
  readonly http: Http;
  readonly realtime: RunningRealtime;
}

/** Where browsers and programs come in; closed until all is there. */
export async function openBrowserDoors(
  dependencies: Dependencies & Pick<DeviceDoor, 'devices'>,
): Promise<BrowserDoors> {
  const { options, folder, log, closers, clock, say, database, disk, tally, settings, accounts, devices } =
    dependencies;
  const allowedOrigins = () => settings.current().allowed_origins;
  const http = await createHttp({
    log,
    clock,
    version: options.version,
    authenticate: accounts.authenticate,
    isDatabaseAway,
    brokerSecret: options.brokerSecret,
    ...(options.profile.role === 'cloud' && { whyNotHub: whyNotAdmitted(database.db) }),
    webRoot: options.webRoot,
    webConfiguration: await readWebConfiguration(folder.webConfiguration, say),
    temporaryFolder: folder.temporary,
    disk,
    httpsOnly: () => settings.current().public_url.startsWith('https:'),
    allowedOrigins,
    mapTilesUrl: () => settings.current().map_tiles_url,
    trustedProxies: options.trustedProxies,
    tally,
  });
  const rights = openRoomRights({ db: database.db, devices, clock });
  const realtime = createRealtime({
    server: http.app.server,
    addressOf: http.addressOf,
    tally,
    authenticate: accounts.authenticate,
    renewed: accounts.renewed,
    mayEnter: rights.mayEnter,
    getsHints,
    clock,
    log,
    isDatabaseAway,
    allowedOrigins,
  });
  dependencies.sessionsEnded.answerBy(realtime.disconnect);
  dependencies.ownOrigins.answerBy(() => ownOrigins(http.app.server));
  const judgeAgain: typeof realtime.judgeAgain = (concerned) => {
    rights.forget();
    realtime.judgeAgain(concerned);
  };
  closers.add(await followRights(database, judgeAgain), (stop) => stop());
  return { http, realtime };
}
