import type { RealtimeDataKey } from '@sillage/contract';
import type { LiveDevice } from '../../live/merge-device.ts';

/** Curves drawn at once at most: as many as there are colours. */
export const maxCurves = 20;

/** One live graph: variables of one module of one device that are said in one unit. */
export interface CurveGroup {
  readonly id: string;
  readonly device: LiveDevice;
  readonly variables: readonly RealtimeDataKey[];
  /** Every variable of the device, in its order: it gives the colours. */
  readonly allNames: readonly string[];
}

export function curveId(deviceNumber: number, name: string): string {
  return `${deviceNumber}:${name}`;
}

export function isChosen(chosen: ReadonlySet<string>, deviceNumber: number, name: string): boolean {
  return chosen.has(curveId(deviceNumber, name));
}

/** The graphs of the chosen variables, in the order of devices and of their variables. */
export function groupCurves(
  devices: readonly LiveDevice[],
  chosen: ReadonlySet<string>,
  unitOf: (key: RealtimeDataKey) => string,
): CurveGroup[] {
  return devices.flatMap((device) => {
    const keys = device.realtime_data_keys.filter((key) => isChosen(chosen, device.number, key.name));
    const allNames = device.realtime_data_keys.map((key) => key.name);
    const byAxis = Map.groupBy(keys, (key) => `${device.number}:${moduleOf(key.name)}:${unitOf(key)}`);
    return [...byAxis].map(([id, variables]) => ({ id, device, variables, allNames }));
  });
}

function moduleOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}
