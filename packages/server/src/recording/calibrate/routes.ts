import {
  api,
  type DeviceCalibration,
  type DeviceCalibrations,
  isRefusal,
  type MeasuredCalibration,
  type Refusal,
  refuse,
} from '@sillage/contract';
import type { Serve, Viewer } from '../../platform/http/index.ts';
import type { CalibratingDevices } from './calibrate-devices.ts';

const [starts, stops] = ['v1.record.rec.start', 'v1.record.rec.stop'];

interface Device {
  readonly id: number;
  readonly number: number;
  readonly isConnected: boolean;
  /** What it records now; undefined when nothing. */
  recordNow(): Promise<{ readonly recordId: number } | undefined>;
}

interface Dependencies {
  readonly calibrating: CalibratingDevices;
  /** Those of a client that the viewer may see. */
  readonly findDevices: (viewer: Viewer, clientId: number) => Promise<readonly Device[] | Refusal>;
  /** Tells a device something; its result or why not. */
  readonly command: (number: number, method: string, params: Readonly<Record<string, unknown>>) => Promise<unknown>;
}

/** Devices that make a record to be calibrated by: several at once, as they stand there. */
export function calibrationRoutes(serve: Serve, dependencies: Dependencies): void {
  serve(api.startCalibrations, async ({ params, body, principal, scope }) => {
    const devices = await chosen(dependencies, { principal, scope }, params.clientId, body.device_numbers);
    if (isRefusal(devices)) return devices;
    return each(devices, (device) => start(dependencies, device, body.calib_type));
  });
  serve(api.stopCalibrations, async ({ params, body, principal, scope }) => {
    const numbers = body.device_numbers ?? undefined;
    const devices = await chosen(dependencies, { principal, scope }, params.clientId, numbers);
    if (isRefusal(devices)) return devices;
    const found = await Promise.all(
      devices.map(async (device) => ({ device, present: await presented(dependencies, device) })),
    );
    const concerned = numbers === undefined ? found.filter(({ present }) => present !== undefined) : found;
    return each(
      concerned.map(({ device }) => device),
      (device) => stop(dependencies, device),
    );
  });
  serve(api.listCalibrations, async ({ params, principal, scope }) => {
    const devices = await dependencies.findDevices({ principal, scope }, params.clientId);
    if (isRefusal(devices)) return devices;
    const all = await Promise.all(devices.map((device) => presented(dependencies, device)));
    return all.filter((one) => one !== undefined);
  });
}

async function each(
  devices: readonly Device[],
  work: (device: Device) => Promise<DeviceCalibration | Refusal>,
): Promise<DeviceCalibrations> {
  return Promise.all(
    devices.map(async (device) => {
      const done = await work(device);
      return isRefusal(done) ? { ...done.body(), number: device.number } : done;
    }),
  );
}

/** A number that the viewer does not see is not there. */
async function chosen(
  { findDevices }: Dependencies,
  viewer: Viewer,
  clientId: number,
  numbers: readonly number[] | undefined,
): Promise<readonly Device[] | Refusal> {
  const devices = await findDevices(viewer, clientId);
  if (isRefusal(devices) || numbers === undefined) return devices;
  const wanted = devices.filter(({ number }) => numbers.includes(number));
  return wanted.length === new Set(numbers).size ? wanted : refuse('entity.notFound');
}

async function presented({ calibrating }: Dependencies, device: Device): Promise<DeviceCalibration | undefined> {
  const made = await device.recordNow();
  const found = calibrating.of(device.id, device.isConnected && made === undefined);
  return (
    found && {
      ...{ number: device.number, calib_type: found.type, record_id: made?.recordId ?? null },
      started: new Date(found.startedMs).toISOString(),
    }
  );
}

async function start(
  dependencies: Dependencies,
  device: Device,
  type: MeasuredCalibration,
): Promise<DeviceCalibration | Refusal> {
  const { calibrating, command } = dependencies;
  if (!device.isConnected) return refuse('device.notConnected');
  const isBusy = (await device.recordNow()) !== undefined || calibrating.of(device.id, true) !== undefined;
  if (isBusy) return refuse('device.recording');
  calibrating.expect(device.id, type);
  const answer = await command(device.number, starts, {});
  if (isRefusal(answer)) {
    calibrating.forget(device.id);
    return answer;
  }
  return (await presented(dependencies, device)) ?? refuse('device.notCalibrating');
}

async function stop(dependencies: Dependencies, device: Device): Promise<DeviceCalibration | Refusal> {
  const present = await presented(dependencies, device);
  if (present === undefined) return refuse('device.notCalibrating');
  const answer = await dependencies.command(device.number, stops, {});
  if (isRefusal(answer)) return answer;
  dependencies.calibrating.forget(device.id);
  return present;
}
