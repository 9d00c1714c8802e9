import type { Refusal } from '@sillage/contract';
import { type Accounts, sealExternalTokens } from '../administration/accounts/index.ts';
import { backupRoutes, exportJob, type RestoreDependencies, restoreJob } from '../administration/backup/index.ts';
import { changeRoutes } from '../administration/changes/index.ts';
import { clientRoutes } from '../administration/clients/index.ts';
import { configRoutes } from '../administration/configs/index.ts';
import { administeredDeviceRoutes, deviceChanged, type LiveStatus } from '../administration/devices/index.ts';
import { exerciseRoutes } from '../administration/exercises/index.ts';
import { groupRoutes } from '../administration/groups/index.ts';
import { type CloudState, hubRoutes } from '../administration/hubs/index.ts';
import { logRoutes } from '../administration/logs/index.ts';
import { moduleRoutes } from '../administration/modules/index.ts';
import { networkRoutes } from '../administration/network/index.ts';
import { parameterRoutes } from '../administration/parameters/index.ts';
import { releaseRoutes } from '../administration/releases/index.ts';
import { type ScenarioSources, scenarioRoutes } from '../administration/scenarios/index.ts';
import { type Machine, type SettingsHolder, serverRoutes } from '../administration/server/index.ts';
import { sportRoutes } from '../administration/sports/index.ts';
import {
  deleteTasksOfClient,
  type TaskOfRecords,
  taskRoutes,
  type VisibleRecords,
} from '../administration/tasks/index.ts';
import { userRoutes } from '../administration/users/index.ts';
import type { Clock } from '../platform/clock/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { DiskLedger } from '../platform/disk/index.ts';
import type { DataFolder } from '../platform/files/index.ts';
import type { Serve } from '../platform/http/index.ts';
import type { Jobs } from '../platform/jobs/index.ts';
import type { OpenLog } from '../platform/log/index.ts';
import type { Secrets, SigningKey } from '../platform/secrets/index.ts';
import type { Tally } from '../platform/tally/index.ts';
import { refuseFormulaText } from '../recording/computed/index.ts';

interface Dependencies {
  readonly tally: Pick<Tally, 'count'>;
  readonly database: Database;
  readonly folder: DataFolder;
  readonly disk: Pick<DiskLedger, 'reserve'>;
  readonly jobs: Jobs;
  readonly accounts: Accounts;
  readonly secrets: Secrets;
  readonly signer: SigningKey;
  readonly clock: Clock;
  readonly log: OpenLog;
  readonly role: 'hub' | 'cloud';
  readonly version: string;
  readonly scenarioSources: ScenarioSources;
  readonly settings: SettingsHolder;
  readonly machine: Machine;
  /** Whether the cloud that this hub sends to answers. */
  readonly cloudState: () => CloudState;
  readonly restart: (() => void) | undefined;
  /** Cuts the live connections of people whose reach changed. */
  readonly disconnect: (userIds: readonly number[]) => void;
  readonly liveStatus: LiveStatus;
  /** The records that the caller sees: tasks about them are seen, too. */
  readonly visibleRecords: VisibleRecords;
  readonly tasksOfRecords: readonly TaskOfRecords[];
  /** Brings restored records to the state that their files allow. */
  readonly life: RestoreDependencies['life'];
  /** Whether a device is there that records for a client now. */
  readonly recordsFor: (clientId: number) => boolean;
  /** Deletes every record of a client, with its files. */
  readonly forgetRecords: (clientId: number) => Promise<Refusal | undefined>;
  /** Cuts the connection of a device. */
  readonly cutConnection: (number: number) => void;
}

/** Everything that managers and administrators run. */
export function serveAdministration(serve: Serve, dependencies: Dependencies): void {
  const { db } = dependencies.database;
  const common = { ...dependencies, db };
  dependencies.accounts.routes(serve);
  userRoutes(serve, common);
  clientRoutes(serve, {
    ...common,
    endSessions: dependencies.accounts.endSessions,
    forgetTasks: (clientId) => deleteTasksOfClient(common, clientId),
    async cutDevices(numbers) {
      for (const number of numbers) {
        dependencies.cutConnection(number);
        await deviceChanged(db, number);
      }
    },
  });
  groupRoutes(serve, common);
  exerciseRoutes(serve, common);
  sportRoutes(serve, common);
  administeredDeviceRoutes(serve, common);
  configRoutes(serve, common);
  scenarioRoutes(serve, { db, ...dependencies.scenarioSources });
  hubRoutes(serve, common);
  moduleRoutes(serve, common);
  releaseRoutes(serve, common);
  parameterRoutes(serve, { ...common, judgeFormula: refuseFormulaText });
  changeRoutes(serve, common);
  serverRoutes(serve, common);
  taskRoutes(serve, { ...common, ofRecords: dependencies.tasksOfRecords });
  networkRoutes(serve, common);
  logRoutes(serve, common);
  backupRoutes(serve, common);
  const patient = { ...dependencies, database: { ...dependencies.database, db: dependencies.database.patientDb } };
  dependencies.jobs.register(exportJob(patient));
  dependencies.jobs.register(
    restoreJob({ ...patient, sealSecrets: (tx) => sealExternalTokens(tx, dependencies.secrets) }),
  );
}
