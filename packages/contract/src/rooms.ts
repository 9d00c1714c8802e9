import { z } from 'zod';
import { DeviceStatus, DeviceStatusPatch, Indicators, LiveData, RecordUpdate } from './shapes/device.ts';
import { ScenarioStatus } from './shapes/scenario-run.ts';

/** Socket.IO rooms and the event each carries. The room name is the first key. */
export const rooms = {
  connectedDevices: {
    pattern: /^app\/client\/(\d+)\/device\/list_connected$/,
    room: (clientId: number) => `app/client/${clientId}/device/list_connected`,
    event: 'app/client/device/list_connected',
    payload: z.array(DeviceStatus),
    subject: 'client',
    access: 'device.watch',
  },
  boardStatus: {
    pattern: /^app\/device\/(\d+)\/board\/status$/,
    room: (number: number) => `app/device/${number}/board/status`,
    event: 'app/device/board/status',
    payload: DeviceStatusPatch,
    subject: 'device',
    access: 'device.watch',
  },
  liveData: {
    pattern: /^app\/device\/(\d+)\/data\/json\/all$/,
    room: (number: number) => `app/device/${number}/data/json/all`,
    event: 'app/device/data/json/all',
    payload: LiveData,
    subject: 'device',
    access: 'device.watch',
  },
  indicators: {
    pattern: /^app\/device\/(\d+)\/ind\/json\/all$/,
    room: (number: number) => `app/device/${number}/ind/json/all`,
    event: 'app/device/ind/json/all',
    payload: Indicators,
    subject: 'device',
    access: 'device.watch',
  },
  scenarioStatus: {
    pattern: /^app\/device\/(\d+)\/scenario\/status$/,
    room: (number: number) => `app/device/${number}/scenario/status`,
    event: 'app/device/scenario/status',
    payload: ScenarioStatus,
    subject: 'device',
    access: 'device.watch',
  },
  recordUpdate: {
    pattern: /^app\/client\/(\d+)\/record\/update$/,
    room: (clientId: number) => `app/client/${clientId}/record/update`,
    event: 'app/client/record/update',
    payload: RecordUpdate,
    subject: 'client',
    access: 'record.read',
  },
} as const;

export type RoomKind = keyof typeof rooms;
export type RoomPayload<K extends RoomKind> = z.output<(typeof rooms)[K]['payload']>;

/**
 * What those get who see only some of what a room tells of: that something changed, not of what. They ask again for what
 * they see.
 */
export const roomHints: { readonly [K in RoomKind]?: (payload: RoomPayload<K>) => RoomPayload<K> } = {
  recordUpdate: ({ reason }) => ({ record_ids: [], reason }),
};

/** What a socket sends to enter or leave a room. */
export const SubscribeMessage = z.object({
  room: z.string().max(200),
  token: z.string().max(4000).optional(),
  authorization: z.string().max(4000).optional(),
});

/** Which room a name denotes, and the id of its client or the number of its device. */
export function parseRoom(name: string): { kind: RoomKind; subject: 'client' | 'device'; id: number } | undefined {
  for (const kind of Object.keys(rooms) as RoomKind[]) {
    const found = rooms[kind].pattern.exec(name)?.[1];
    if (found !== undefined) return { kind, subject: rooms[kind].subject, id: Number(found) };
  }
  return undefined;
}
