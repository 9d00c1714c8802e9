import type { RoomKind, RoomPayload } from '@sillage/contract';

/** Sends events to the browsers and programs that subscribed to a room (rooms.ts of the contract). */
export interface Realtime {
  /** `id` is the client's id or the device's number, by the room's kind. Costs nothing when nobody listens. */
  emit<K extends RoomKind>(kind: K, id: number, payload: RoomPayload<K>): void;
  /** Whether anybody is in the room, so that work for nobody can be skipped. */
  hasListeners(kind: RoomKind, id: number): boolean;
  /** Called when the first listener enters and when the last leaves. */
  onListeners(kind: RoomKind, changed: (id: number, listening: boolean) => void): void;
}
