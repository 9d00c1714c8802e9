import type { DeviceSession } from './device-session.ts';

/** A device as a line of the log names it: with the athletes who wear it now. */
export function aboutDevice({ number, row }: Pick<DeviceSession, 'number' | 'row'>) {
  const athletes = row.users.map(({ firstname, lastname }) => `${firstname} ${lastname}`.trim());
  return { device: number, deviceName: row.name, ...(athletes.length > 0 && { athletes }) };
}
