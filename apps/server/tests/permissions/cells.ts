import type { api } from '@sillage/contract';
import { z } from 'zod';
import { absentId, type Kind, type Target } from './populate-clients.ts';

type Api = typeof api;
/** Every endpoint of the contract by name; values that are not endpoints (bundles of them) fall out. */
export type EndpointName = {
  [K in keyof Api]: Api[K] extends { readonly path: string; readonly method: string } ? K : never;
}[keyof Api];

const LedgerIds = z.object({ items: z.array(z.object({ record_id: z.number() })) });
const absentUid = '00000000-0000-4000-8000-000000000000';

interface Arguments {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

/** How the matrix walks an endpoint. */
export type Cell =
  /** Acts on one thing; `consumes`: it is gone, or in no list, afterwards; `holdsNothing`: what is asked of it is not there. */
  | {
      readonly on: Kind;
      readonly consumes?: true;
      readonly holdsNothing?: true;
      readonly with?: (target: Target) => Arguments;
    }
  /** Shows many things: those in reach, and no other. `of` answers a reply's ids where they are not each one's `id`. */
  | {
      readonly shows: Kind;
      readonly with?: (clientId: number) => Arguments;
      /** Of a list of all clients. */
      readonly query?: Record<string, unknown>;
      readonly of?: (reply: unknown) => number[];
    }
  /** Adds something to a client that the body names. */
  | { readonly adds: (clientId: number, n: number) => unknown; readonly file?: true }
  /** Touches nothing of a client: only the role counts. */
  | { readonly gate: Arguments | 'not called' };

const gate = (given: Arguments = {}): Cell => ({ gate: given });
const on = (kind: Kind, body?: unknown): Cell => ({ on: kind, with: ({ id }: Target) => ({ params: { id }, body }) });
const removes = (kind: Kind): Cell => ({ on: kind, consumes: true, with: ({ id }: Target) => ({ params: { id } }) });
const inClient = (kind: Kind): Cell => ({ on: kind, with: ({ clientId }: Target) => ({ params: { clientId } }) });
const live = (body?: unknown): Cell => ({
  on: 'device',
  with: ({ clientId, number }: Target) => ({ params: { clientId, deviceNumber: number }, body }),
});
const parameter = (body?: unknown): Cell => ({
  on: 'user',
  with: ({ id }: Target) => ({ params: { tableName: 'User', id }, query: { cookie_name: 'lang' }, body }),
});
const specific: Cell = { on: 'user', with: ({ id }: Target) => ({ params: { userId: id, sportId: 1 } }) };
const compiled = (body?: unknown): Cell => ({
  on: 'compiled',
  with: ({ clientId, id }: Target) => ({ params: { clientId, id }, body }),
});
/** A scenario of the product. */
const guided = 'GuidedRecordScenario';
const named = { name: 'renamed' };
const window = { t0: 0, t1: 0.01 };
const seconds = Array.from({ length: 30 }, (_, i) => i);
const data = ({ id }: Target) => ({ body: { data: { [id]: [{ y: ['imu.acc_x'] }] } } });

/** A row an endpoint: one that is missing does not compile. */
export const cells: { readonly [K in EndpointName]: Cell } = {
  // Sessions and the server
  health: gate(),
  authenticateForBroker: gate(),
  authorizeForBroker: gate(),
  readHealth: gate(),
  ping: gate(),
  backendInfo: gate(),
  login: gate({ body: { mail: 'nobody@x.test', password: 'x' } }),
  currentLogin: gate(),
  refresh: { gate: 'not called' },
  logout: { gate: 'not called' },
  changePassword: gate({ body: { current_password: 'wrong', password: 'Aviron-2027!' } }),
  editAccount: gate({ body: {} }),
  askPasswordMail: gate({ body: { email: 'nobody@x.test' } }),
  resetPassword: gate({ params: { token: 'none' }, body: { password: 'Aviron-2027!' } }),
  recoverPassword: gate({ body: { email: 'nobody@x.test', recovery_key: 'x', password: 'Aviron-2027!' } }),
  listApiKeys: gate(),
  createApiKey: gate({ body: { name: 'k', access: 'read' } }),
  editApiKey: gate({ params: { id: absentId }, body: named }),
  revokeApiKey: gate({ params: { id: absentId } }),
  setExternalAccount: gate({ params: { provider: 'nolio' }, body: { enabled: false, user: '' } }),
  writeFrontLog: gate({ body: { level: 'info', message: 'm' } }),
  readLogs: gate(),
  downloadLogs: gate(),
  listTimezones: gate(),
  readDisk: gate(),
  followDownloadLink: gate({ params: { token: 'none' } }),
  readRestartables: gate(),
  restartServer: gate({ body: { what: 'app' } }),
  readServerSettings: gate(),
  editServerSettings: gate({ body: {} }),
  readHotspot: gate(),
  listWifi: gate(),
  joinWifi: gate({ body: { name: 'no such network here' } }),
  forgetWifi: gate({ params: { id: '00000000-0000-4000-8000-000000000000' } }),
  scanBluetooth: gate(),
  readHubModes: gate(),
  readTerms: gate(),
  needUpdate: gate({ params: { table: 'users' } }),
  needDataUpdate: gate({ params: { name: 'records' } }),
  needTaskUpdate: gate({ params: { name: 'decode' } }),
  exampleDatabase: gate(),

  // People
  listUsers: { shows: 'user' },
  readUser: on('user'),
  createUser: {
    adds: (client_id, n) => ({
      mail: `added${n}@x.test`,
      firstname: 'A',
      lastname: 'B',
      roles: ['Athlete'],
      client_id,
    }),
  },
  editUser: on('user', { firstname: 'Renamed' }),
  deleteUser: removes('user'),
  describeUserDeletion: on('user'),
  listUserGroups: on('user'),
  inviteUser: on('user'),
  listClients: { shows: 'client' },
  readClient: on('client'),
  createClient: gate({ body: { name: 'renamed' } }),
  editClient: on('client', { display_name: 'Renamed' }),
  deleteClient: removes('client'),
  describeClientDeletion: on('client'),
  readClientLogo: { ...on('client'), holdsNothing: true },
  readRecoveryKey: on('client'),
  renewRecoveryKey: on('client'),
  listGroups: { shows: 'group' },
  readGroup: on('group'),
  createGroup: { adds: (client_id, n) => ({ name: `added ${n}`, client_id }) },
  editGroup: on('group', {}),
  deleteGroup: removes('group'),
  describeGroupDeletion: on('group'),
  listGroupUsers: on('group'),
  listExercises: { shows: 'exercise' },
  readExercise: on('exercise'),
  createExercise: { adds: (client_id, n) => ({ name: `added ${n}`, client_id }) },
  editExercise: on('exercise', {}),
  deleteExercise: removes('exercise'),
  describeExerciseDeletion: on('exercise'),
  listSports: { shows: 'sport' },
  readSport: on('sport'),
  createSport: gate({ body: { name: 'matrix', display_name: { fr: 'f', en: 'e' } } }),
  editSport: on('sport', {}),
  deleteSport: removes('sport'),
  describeSportDeletion: on('sport'),
  listClientUsers: { shows: 'user', with: (clientId: number) => ({ params: { clientId } }) },
  listClientGroups: { shows: 'group', with: (clientId: number) => ({ params: { clientId } }) },
  listClientSports: inClient('client'),
  listClientExercises: { shows: 'exercise', with: (clientId: number) => ({ params: { clientId } }) },

  // Equipment
  listDevices: { shows: 'device' },
  readDevice: on('device'),
  createDevice: { adds: (client_id, n) => ({ type: 'mini', serial: 500 + n, client_id }) },
  editDevice: on('device', named),
  deleteDevice: removes('device'),
  describeDeviceDeletion: on('device'),
  listAllDevicesSoft: { shows: 'device' },
  invitePhones: { on: 'client', with: ({ id }: Target) => ({ params: { clientId: id }, body: {} }) },
  joinAsPhone: gate({ body: { code: 'none' } }),
  readPhone: gate({ body: { number: 20_900_001, secret: 'none' } }),
  setPhoneWearer: gate({ body: { number: 20_900_001, secret: 'none', user_id: null } }),
  readSecureAccess: gate(),
  downloadCertificate: gate(),
  readNextDeviceNumber: gate({ query: { type: 'maxi' } }),
  renewDeviceSecret: on('device'),
  listHubs: { shows: 'hub' },
  readHub: on('hub'),
  createHub: gate({ body: { number: 9000, name: 'h' } }),
  editHub: on('hub', named),
  deleteHub: removes('hub'),
  describeHubDeletion: on('hub'),
  readCurrentHub: gate(),
  setHubId: gate({ body: { id: 42 } }),
  listModules: { shows: 'module' },
  readModule: on('module'),
  createModule: { adds: (client_id) => ({ name: 'm', type: 'imu', client_id }) },
  editModule: on('module', named),
  deleteModule: removes('module'),
  describeModuleDeletion: on('module'),
  listMecaSensors: { shows: 'mecaSensor' },
  readMecaSensor: on('mecaSensor'),
  createMecaSensor: { adds: (client_id) => ({ name: 'm', type: 'force', client_id }) },
  editMecaSensor: on('mecaSensor', named),
  deleteMecaSensor: removes('mecaSensor'),
  describeMecaSensorDeletion: on('mecaSensor'),
  listDeviceReleases: { shows: 'deviceRelease' },
  readDeviceRelease: on('deviceRelease'),
  createDeviceRelease: gate({ body: { version: '1.0.0', target: 'maxi' } }),
  editDeviceRelease: on('deviceRelease', {}),
  deleteDeviceRelease: removes('deviceRelease'),
  describeDeviceReleaseDeletion: on('deviceRelease'),
  downloadDeviceRelease: on('deviceRelease'),
  listHardwareReleases: { shows: 'hardwareRelease' },
  readHardwareRelease: on('hardwareRelease'),
  createHardwareRelease: gate({ body: { version: '1.0.0', target: 'maxi' } }),
  editHardwareRelease: on('hardwareRelease', {}),
  deleteHardwareRelease: removes('hardwareRelease'),
  describeHardwareReleaseDeletion: on('hardwareRelease'),
  downloadHardwareRelease: on('hardwareRelease'),
  listAllHardwareReleases: { shows: 'hardwareRelease' },
  addHardwareRelease: gate({ body: { version: '1.0.0', target: 'maxi' } }),
  listCloudUrls: { shows: 'cloudUrl' },
  readCloudUrl: on('cloudUrl'),
  createCloudUrl: gate({ body: { name: 'c', url: 'https://made.cloud.test' } }),
  editCloudUrl: on('cloudUrl', named),
  deleteCloudUrl: removes('cloudUrl'),
  describeCloudUrlDeletion: on('cloudUrl'),
  listAllCloudUrls: { shows: 'cloudUrl' },
  addCloudUrl: gate({ body: { name: 'c', url: 'https://added.cloud.test' } }),
  readCurrentCloud: gate(),
  chooseCloud: gate({ body: { url: null } }),
  listConfigs: { shows: 'config' },
  readConfig: on('config'),
  createConfig: { adds: (client_id, n) => ({ name: `added ${n}`, config: '{"modules":{}}', client_id }) },
  editConfig: on('config', {}),
  deleteConfig: removes('config'),
  describeConfigDeletion: on('config'),
  resolveConfig: on('config'),
  previewConfig: gate({ params: { id: absentId }, body: { device_numbers: [99999999] } }),
  sendConfig: gate({ params: { id: absentId }, body: { device_numbers: [99999999] } }),
  readFirmwareKey: gate(),
  listFirmwareUpdates: gate(),
  startFirmwareUpdates: gate({ body: { release_id: absentId, device_numbers: [99999999] } }),
  cancelFirmwareUpdate: gate({ params: { id: absentId } }),
  listSensors: { shows: 'sensor' },
  readSensor: on('sensor'),
  createSensor: gate({ body: { name: 'made', type: 'imu', config: '{}' } }),
  editSensor: on('sensor', {}),
  deleteSensor: removes('sensor'),
  describeSensorDeletion: on('sensor'),
  fillSensorTemplate: on('sensor', {}),
  listClientConfigs: { shows: 'config', with: (clientId: number) => ({ params: { clientId } }) },
  listClientSensors: { shows: 'sensor', with: (clientId: number) => ({ params: { clientId } }) },
  listClientHubs: { shows: 'hub', with: (clientId: number) => ({ params: { clientId } }) },

  // Parameters
  listParameters: { on: 'user', with: ({ id }: Target) => ({ params: { tableName: 'User', id } }) },
  createParameter: {
    on: 'user',
    with: ({ id }: Target) => ({
      params: { tableName: 'User', id },
      query: { cookie_name: 'matrix::of::cells' },
      body: { type: 'int', default: 1 },
    }),
  },
  readParameter: parameter(),
  setParameter: parameter('en'),
  resetParameter: parameter(),
  deleteParameter: parameter(),
  readPdfParameters: specific,
  readRecordParameters: specific,
  readDisplaySettings: { on: 'client', with: ({ id }: Target) => ({ params: { clientId: id } }) },

  // Tasks
  listTasks: { shows: 'task' },
  countTasks: gate(),
  readTaskInfos: gate(),
  listTaskStatus: { shows: 'task' },
  createTask: gate({ body: { name: 'there is none' } }),
  createTaskWithFile: gate({ body: { name: 'there is none' } }),
  restartTask: on('task'),
  cancelTask: on('task'),
  archiveTask: removes('task'),
  deleteTask: removes('task'),
  downloadTask: on('task'),
  linkTaskFile: on('task'),

  // Records
  listRecords: { shows: 'record' },
  listClientRecords: {
    shows: 'record',
    with: (clientId: number) => ({ params: { clientId }, query: { pageSize: -1 } }),
  },
  sumRecords: gate({ body: {} }),
  readRecord: on('record'),
  uploadRecord: { adds: (client_id) => ({ client_id }), file: true },
  readCsvMapping: gate({ params: { header: 'a'.repeat(64) } }),
  keepCsvMapping: gate({ params: { header: 'none' }, body: {} }),
  readRecordHead: on('record'),
  findSameFile: gate({ params: { sha256: 'a'.repeat(64) } }),
  createUpload: gate(),
  listUploads: gate(),
  readUpload: gate({ params: { uid: 'none' } }),
  appendUpload: gate({ params: { uid: 'none' } }),
  deleteUpload: gate({ params: { uid: 'none' } }),
  editRecord: on('record', { comment: 'c' }),
  deleteRecords: { on: 'record', consumes: true, with: ({ id }: Target) => ({ body: [id] }) },
  proposeFusion: {
    on: 'record',
    holdsNothing: true,
    with: ({ id }: Target) => ({ body: { record_ids: [id, absentId - 1], type: 'start_rec' } }),
  },
  listVideos: gate(),
  listClientVideos: inClient('client'),
  readVideo: on('record'),
  alignVideo: on('record', { of_record_id: null, offset_seconds: null }),
  readVideoAlignments: on('record'),
  findVideosOfRecord: on('record'),
  proposeAlignment: on('record', { video_id: absentId, times: seconds, values: seconds }),
  startReplay: on('record', { speed: 8 }),
  listReplays: inClient('client'),
  endReplay: {
    on: 'client',
    holdsNothing: true,
    with: ({ clientId }: Target) => ({ params: { clientId, deviceNumber: absentId } }),
  },
  decodeRecord: on('record'),
  readRecordHistory: on('record'),
  purgeOriginal: on('record', {}),
  cropRecord: on('record', { start: 0, end: 0.02 }),
  recalibrateRecord: on('record', { calib_type: 'no_calib' }),
  tryCalibration: on('record', { calib_type: 'no_calib' }),
  readCalibration: on('record'),
  addRecordStep: on('record', { kind: 'distance', arguments: { source: 'none' } }),
  switchRecordStep: {
    on: 'record',
    holdsNothing: true,
    with: ({ id }: Target) => ({ params: { id, stepId: absentId }, body: { on: false } }),
  },
  deleteRecordStep: {
    on: 'record',
    holdsNothing: true,
    with: ({ id }: Target) => ({ params: { id, stepId: absentId } }),
  },
  undoRecordStep: on('record'),
  redoRecordStep: on('record'),
  goBackToStep: on('record', { step_id: null }),
  downloadRecordFromDevice: on('record', {}),
  readRecordData: { on: 'record', with: ({ id }: Target) => ({ params: { id }, query: { wanted_y: 'imu.acc_x' } }) },
  queryRecordData: { on: 'record', with: data },
  queryRecordDataMultiple: { on: 'record', with: data },
  readRecordDistance: on('record'),
  readRecordLikeness: {
    on: 'record',
    with: ({ id }: Target) => ({
      params: { id },
      query: { reference: id, variable: 'imu.acc_x', reference_variable: 'imu.acc_x' },
    }),
  },
  listComputedChannels: on('record'),
  previewFormula: on('record', { formula: 'imu.acc_x' }),
  readRecordStatistics: on('record'),
  listRecordErrors: on('record'),
  clearRecordErrors: on('record'),
  downloadRecordFile: { on: 'record', with: ({ id }: Target) => ({ params: { id, fileType: 'stats' } }) },
  linkRecordFile: { on: 'record', with: ({ id }: Target) => ({ params: { id, fileType: 'stats' } }) },
  queueRecordFile: { on: 'record', with: ({ id }: Target) => ({ params: { id, fileType: 'stats' } }) },
  estimateRecordFile: { on: 'record', with: ({ id }: Target) => ({ params: { id, fileType: 'stats' } }) },
  readCatalogue: gate(),
  readAnalysisPage: gate({ params: { analysis: 'cmj' } }),
  setAnalysisRules: {
    ...{ on: 'record', holdsNothing: true },
    with: ({ id }: Target) => ({
      params: { id, analysis: 'none' },
      body: { of: 'organisation', parameters: {} },
    }),
  },
  listResults: on('record'),
  keepResult: on('record', { analysis: 'cmj' }),
  editResult: {
    ...{ on: 'record', holdsNothing: true },
    with: ({ id }: Target) => ({ params: { id, resultId: absentId }, body: { excluded: null } }),
  },
  deleteResult: {
    ...{ on: 'record', holdsNothing: true },
    with: ({ id }: Target) => ({ params: { id, resultId: absentId } }),
  },
  spreadOfMethods: on('record', { analysis: 'cmj' }),
  readAthleteHistory: on('user'),
  readTeamResults: gate({ body: { analysis: 'cmj', group_id: absentId, from: '2026-01-01', to: '2026-01-02' } }),
  listAnalyses: on('record'),
  runAnalysis: on('record', { analysis: 'cmj' }),
  listSelections: on('record'),
  createSelection: on('record', window),
  deleteSelections: {
    on: 'record',
    consumes: true,
    with: ({ id, selectionId }: Target) => ({ params: { id }, body: [selectionId] }),
  },
  createSelections: on('record', { selections: [window] }),
  proposeSelections: on('record', { kind: 'seconds', step: 10 }),
  readSelection: {
    on: 'record',
    with: ({ id, selectionId }: Target) => ({ params: { id, selectionId } }),
  },
  editSelection: {
    on: 'record',
    with: ({ id, selectionId }: Target) => ({ params: { id, selectionId }, body: window }),
  },
  deleteSelection: {
    on: 'record',
    consumes: true,
    with: ({ id, selectionId }: Target) => ({ params: { id, selectionId } }),
  },

  // Realtime
  listRealtimeDevices: inClient('client'),
  countConnectedDevices: gate(),
  listConnectedDevices: gate(),
  listRecordingDevices: gate(),
  readDeviceStatus: live(),
  readDeviceSettings: live(),
  requestRpc: live({ method: 'v1.record.rec.start', params: {} }),
  readRpcResponse: { ...live({ id: 'none' }), holdsNothing: true },
  requestRealtime: live({}),
  readBuffer: inClient('client'),
  keepOfBuffer: {
    on: 'client',
    with: ({ clientId }: Target) => ({
      params: { clientId },
      body: { from: '2026-01-01T10:00:00Z', to: '2026-01-01T10:01:00Z' },
    }),
  },
  forgetBuffer: inClient('client'),
  startCalibrations: {
    on: 'device',
    with: ({ clientId, number }: Target) => ({
      params: { clientId },
      body: { calib_type: 'calib_gyro', device_numbers: [number] },
    }),
  },
  stopCalibrations: inClient('client'),
  listCalibrations: inClient('client'),
  readClientIndicators: inClient('client'),
  chooseClientIndicators: {
    ...{
      on: 'client',
      with: ({ clientId }: Target) => ({ params: { clientId }, body: { sport: '', indicators: null } }),
    },
  },
  readDeviceIndicators: live(),
  readNextRecord: live(),
  editNextRecord: live({}),
  startLiveSelection: live({}),
  stopLiveSelection: live({}),
  markLiveSelection: live({}),
  startLiveSelections: inClient('client'),
  stopLiveSelections: inClient('client'),
  markLiveSelections: inClient('client'),

  // Hubs and cloud
  listSyncTables: gate(),
  setAutoSend: gate({ params: { choice: 'off' } }),
  readSyncLink: gate(),
  setSyncLink: gate({ body: { code: 'none' } }),
  deleteSyncLink: gate(),
  syncNow: gate(),
  sendRecords: gate({ body: { record_ids: [absentId] } }),
  cancelSending: gate({ body: { record_ids: [absentId] } }),
  readLedger: {
    shows: 'record',
    query: { pageSize: -1 },
    of: (reply) => LedgerIds.parse(reply).items.map(({ record_id }) => record_id),
  },
  listSyncConflicts: gate(),
  settleSyncConflict: gate({ params: { id: absentId }, body: { choice: 'kept' } }),
  createHubLink: gate({ params: { id: absentId } }),
  revokeHubLink: gate({ params: { id: absentId } }),
  listLinkedHubs: gate(),
  syncHello: gate(),
  syncPull: gate(),
  syncPush: gate(),
  syncBeginFile: gate({ params: { uid: absentUid } }),
  syncAppendFile: { gate: 'not called' },

  // Scenarios
  listGhostScenarios: { shows: 'ghost' },
  listEveryGhostScenario: { shows: 'ghost' },
  readGhostScenario: on('ghost'),
  createGhostScenario: { adds: (client_id, n) => ({ name: `added ${n}`, classname: guided, client_id }) },
  editGhostScenario: on('ghost', {}),
  deleteGhostScenario: removes('ghost'),
  describeGhostScenarioDeletion: on('ghost'),
  editScenario: on('ghost', {}),
  listClientScenarios: { shows: 'ghost', with: (clientId: number) => ({ params: { clientId } }) },
  listClientGhosts: { shows: 'ghost', with: (clientId: number) => ({ params: { clientId } }) },
  listAvailableCompiled: { shows: 'compiled', with: (clientId: number) => ({ params: { clientId } }) },
  addClientScenario: {
    on: 'client',
    with: ({ clientId }: Target) => ({ params: { clientId }, body: { name: 'twice', classname: guided } }),
  },
  removeClientScenario: {
    on: 'ghost',
    consumes: true,
    with: ({ clientId, id }: Target) => ({ params: { clientId, scenarioId: id } }),
  },
  listCompiledScenarios: { shows: 'compiled', with: (clientId: number) => ({ params: { clientId } }) },
  readCompiledScenario: compiled(),
  uploadCompiledScenario: inClient('client'),
  editCompiledScenario: compiled({}),
  recompileScenario: compiled(),
  downloadCompiledScenario: compiled(),
  checkScenarioSource: gate({ body: { language: 'txt', source: '' } }),
  exampleScenario: gate({ body: {} }),
  startScenario: {
    on: 'device',
    with: ({ number }: Target) => ({ body: { scenario_id: absentId, device_numbers: [number] } }),
  },
  readScenarioRun: gate({ params: { runId: absentId } }),
  stopScenario: gate({ params: { runId: absentId } }),
  pushScenarioButton: gate({ params: { runId: absentId }, body: {} }),
  answerScenarioPrompt: gate({ params: { runId: absentId }, body: { prompt: 'p', value: 1 } }),
  joinScenario: gate({ params: { runId: absentId }, body: { device_numbers: [99999999] } }),
  leaveScenario: gate({ params: { runId: absentId }, body: { device_numbers: [99999999] } }),
  listScenarioRuns: inClient('client'),
};
