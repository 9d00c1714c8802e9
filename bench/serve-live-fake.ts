import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  api,
  type DeviceStatus,
  type LiveData,
  type RpcRequest,
  refuse,
  type Session,
  type User,
} from '@sillage/contract';
import { systemClock } from '@sillage/server/platform/clock';
import { createHttp, type Principal } from '@sillage/server/platform/http';
import { createLog } from '@sillage/server/platform/log';
import { createRealtime } from '@sillage/server/platform/socket';

const principal: Principal = { userId: 1, clientId: 1, roles: ['Coach'], groupIds: [] };

const user: User = {
  id: 1,
  uid: '0197f7a0-0000-7000-8000-000000000001',
  mail: 'coach@sillage.test',
  firstname: 'Hélène',
  lastname: 'Garnier',
  roles: ['Coach'],
  groups: [],
  client_id: 1,
  client_name: 'Pôle Aviron Miribel',
  active: true,
  created_date: '2026-01-01T00:00:00.000Z',
  language: 'fr',
  externalAPI: {},
  is_recovery: false,
  terms_accepted: true,
};

const session: Session = {
  ...user,
  access_token: 'access',
  refresh_token: 'refresh',
  unique_id: 'bench',
  user,
  cgu: { accepted: true, hide: true },
};

export interface LiveFake {
  readonly url: string;
  /** Sends one batch of samples of every connected device. */
  emitSamples(batch: readonly LiveData[]): void;
  stop(): Promise<void>;
}

/** The real HTTP and socket rooms in front of invented devices: what the built page meets, without broker or database. */
export async function serveLiveFake(
  webRoot: string,
  devices: readonly DeviceStatus[],
  onRpc: (number: number, request: typeof RpcRequest._output) => void = () => {},
): Promise<LiveFake> {
  const temporaryFolder = await mkdtemp(join(tmpdir(), 'sillage-bench-web-'));
  const log = createLog('error');
  const authenticate = async (): Promise<Principal> => principal;
  const http = await createHttp({
    log,
    clock: systemClock,
    version: '7.0.0',
    authenticate,
    webRoot,
    temporaryFolder,
    disk: { reserve: async () => refuse('server.unavailable') },
  });
  const { serve } = http;
  serve(api.login, async () => session);
  serve(api.refresh, async () => session);
  serve(api.currentLogin, async () => session);
  serve(api.logout, async () => undefined);
  serve(api.backendInfo, async () => ({
    version: '7.0.0',
    back_type: 'hub-online' as const,
    can_mail: false,
    map: null,
    name: 'Mallette 07',
    epoch: systemClock.nowMs() / 1000,
    clock_difference: null,
  }));
  serve(api.listRealtimeDevices, async () => [...devices]);
  serve(api.requestRealtime, async () => ({ hold: 60 }));
  serve(api.requestRpc, async ({ params, body }) => {
    onRpc(params.deviceNumber, body);
    return {};
  });
  await http.listen('127.0.0.1', 0);
  const realtime = createRealtime({
    server: http.app.server,
    authenticate,
    renewed: async (principal) => principal,
    mayEnter: async () => true,
    clock: systemClock,
    log,
  });
  const address = http.app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    emitSamples: (batch) => {
      for (const data of batch) realtime.emit('liveData', data.number, data);
    },
    stop: async () => {
      await realtime.close();
      await http.close();
      await rm(temporaryFolder, { recursive: true, force: true });
    },
  };
}
