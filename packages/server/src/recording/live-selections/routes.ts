import { api, isRefusal, type LiveSelectionChange, type Refusal, refuse, type SelectionTexts } from '@sillage/contract';
import type { Database } from '../../platform/database/index.ts';
import type { Serve, Viewer } from '../../platform/http/index.ts';
import type { ShownSelections } from './show-selections.ts';
import { begin, end, mark, type Pressed } from './write-selections.ts';

/** The record that a device makes at one moment. */
export interface MadeNow {
  readonly recordId: number;
  /** s of the record. */
  readonly recTime: number;
}

/** A device as a press on its selections meets it. */
export interface PressedDevice {
  readonly number: number;
  readonly isConnected: boolean;
  /** What it records now; undefined when nothing. */
  recordNow(): Promise<MadeNow | undefined>;
}

interface Dependencies {
  readonly database: Pick<Database, 'db'>;
  readonly shown: ShownSelections;
  /** The device of a path, when the viewer may see it. */
  readonly findDevice: (
    viewer: Viewer,
    params: { readonly clientId: number; readonly deviceNumber: number },
  ) => Promise<PressedDevice | Refusal>;
  /** All of a client that the viewer may see, by number. */
  readonly findDevices: (viewer: Viewer, clientId: number) => Promise<readonly PressedDevice[] | Refusal>;
}

type Press = typeof begin;

/** Selections of running records, begun and ended by a press. */
export function liveSelectionRoutes(serve: Serve, dependencies: Dependencies): void {
  const { findDevice } = dependencies;
  const ofOne = [
    [api.startLiveSelection, begin],
    [api.stopLiveSelection, end],
    [api.markLiveSelection, mark],
  ] as const;
  for (const [endpoint, press] of ofOne) {
    serve(endpoint, async ({ params, body, principal, scope }) => {
      const device = await findDevice({ principal, scope }, params);
      return isRefusal(device) ? device : pressOn(dependencies, device, press, body);
    });
  }
  const ofSeveral = [
    [api.startLiveSelections, begin],
    [api.stopLiveSelections, end],
    [api.markLiveSelections, mark],
  ] as const;
  for (const [endpoint, press] of ofSeveral) {
    serve(endpoint, async ({ params, body, principal, scope }) => {
      const { device_numbers: numbers, ...texts } = body;
      const devices = await chosen(dependencies, { principal, scope }, params.clientId, numbers ?? undefined);
      if (isRefusal(devices)) return devices;
      return Promise.all(
        devices.map(async (device) => {
          const done = await pressOn(dependencies, device, press, texts);
          return isRefusal(done) ? { ...done.body(), number: device.number } : done;
        }),
      );
    });
  }
}

/** Those that are named, or all that record. A number that the viewer does not see is not there. */
async function chosen(
  { findDevices }: Dependencies,
  viewer: Viewer,
  clientId: number,
  numbers: readonly number[] | undefined,
): Promise<readonly PressedDevice[] | Refusal> {
  const devices = await findDevices(viewer, clientId);
  if (isRefusal(devices)) return devices;
  if (numbers !== undefined) {
    const wanted = devices.filter(({ number }) => numbers.includes(number));
    return wanted.length === new Set(numbers).size ? wanted : refuse('entity.notFound');
  }
  const there = devices.filter(({ isConnected }) => isConnected);
  const records = await Promise.all(there.map((device) => device.recordNow()));
  return there.filter((_, i) => records[i] !== undefined);
}

async function pressOn(
  { database, shown }: Dependencies,
  device: PressedDevice,
  press: Press,
  texts: SelectionTexts,
): Promise<LiveSelectionChange | Refusal> {
  if (!device.isConnected) return refuse('device.notConnected');
  const made = await device.recordNow();
  if (made === undefined) return refuse('device.notRecording');
  const pressed: Pressed | Refusal = await press(database.db, made.recordId, made.recTime, texts);
  if (isRefusal(pressed)) return pressed;
  await shown.changed(made.recordId);
  return { number: device.number, record_id: made.recordId, ...pressed };
}
