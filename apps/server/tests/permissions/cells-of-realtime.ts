import { z } from 'zod';
import { type Cells, compiled, gate, guided, inClient, live, on, removes } from './make-cell.ts';
import { absentId, type Target } from './populate-clients.ts';

const LedgerIds = z.object({ items: z.array(z.object({ record_id: z.number() })) });
const absentUid = '00000000-0000-4000-8000-000000000000';

export const cellsOfRealtime = {
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
  readScenarioJail: gate(),
  dryRunScenario: gate({ body: { language: 'txt', source: '', record_id: absentId } }),
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
} satisfies Partial<Cells>;
