import type { DeviceStatus, DeviceStatusPatch } from '@sillage/contract';

/** A device as the screens know it: its status, and when it was seen to disconnect during this session. */
export type LiveDevice = DeviceStatus & {
  /** ms since 1970; absent when it was not seen to disconnect, or is back. */
  readonly disconnectedAt?: number | undefined;
};

/** A disconnected device keeps what names it, its state and its athletes; one that was seen to leave what it measured, too. */
function forgetLive(device: DeviceStatus, wasSeen: boolean): DeviceStatus {
  const realtime_data_keys = wasSeen ? device.realtime_data_keys : [];
  return { ...device, is_connected: false, modules: {}, battery: null, realtime_data_keys, features: {} };
}

function withConnection(before: LiveDevice | undefined, next: DeviceStatus, now: number): LiveDevice {
  if (next.is_connected) return next;
  const seenToLeave = before?.is_connected === true ? now : before?.disconnectedAt;
  return { ...forgetLive(next, seenToLeave !== undefined), disconnectedAt: seenToLeave };
}

/** The whole list came: keeps the memory of who left when. */
export function takeList(
  before: readonly LiveDevice[] | undefined,
  list: readonly DeviceStatus[],
  nowMilliseconds: number,
): LiveDevice[] {
  const known = new Map(before?.map((device) => [device.number, device]));
  return list
    .map((device) => withConnection(known.get(device.number), device, nowMilliseconds))
    .sort((a, b) => a.number - b.number);
}

/** A patch of one device came; one of an unknown device changes nothing. */
export function takePatch(
  before: readonly LiveDevice[],
  patch: DeviceStatusPatch,
  nowMilliseconds: number,
): readonly LiveDevice[] {
  const index = before.findIndex((device) => device.number === patch.number);
  const device = before[index];
  if (device === undefined) return before;
  const { disconnectedAt: _, ...known } = device;
  // `partial()` lets fields be undefined; such a field says nothing.
  const said = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const merged: DeviceStatus = { ...known, ...said, modules: { ...known.modules, ...patch.modules } };
  return before.with(index, withConnection(device, merged, nowMilliseconds));
}
