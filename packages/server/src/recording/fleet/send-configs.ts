import {
  api,
  type ConfiguredDevice,
  type DeviceStatus,
  isRefusal,
  type Refusal,
  refuse,
  type SendingState,
} from '@sillage/contract';
import { type DeviceMeta, sampleBytes } from '@sillage/device-protocol';
import { type ResolvedModules, resolveConfig } from '../../administration/configs/index.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import type { Ingest } from '../ingest/index.ts';
import { type ConfigPlan, differing, planConfig, type Settings, settingsOf } from './plan-config.ts';

/** The devices, as they are heard and commanded. */
export type ConfigDevices = Pick<Ingest, 'call' | 'devicesFor' | 'deviceMeta' | 'deviceStatus'>;

interface Dependencies {
  readonly db: Db;
  readonly devices: ConfigDevices;
}

/** Devices that are asked at the same time. */
const atOnce = 8;

/** Configurations on their way to devices. */
export function configSendingRoutes(serve: Serve, { db, devices }: Dependencies): void {
  /** Devices that somebody sends a configuration to now. */
  const busy = new Set<number>();
  const each = async (
    call: { readonly params: { id: number }; readonly body: { device_numbers: number[] } } & Parameters<
      ConfigDevices['devicesFor']
    >[0],
    act: (status: DeviceStatus, wanted: ResolvedModules) => Promise<ConfiguredDevice>,
  ) => {
    const wanted = await resolveConfig(db, call, call.params.id);
    if (isRefusal(wanted)) return wanted;
    const seen = await devices.devicesFor(call);
    const asked = [...new Set(call.body.device_numbers)].map((number) => seen.find((one) => one.number === number));
    const found = asked.filter((status) => status !== undefined);
    if (found.length < asked.length) return refuse('entity.notFound');
    const items = await inTurns(found, (status) => act(status, wanted));
    return { items, total: items.length };
  };

  serve(api.previewConfig, ({ params, body, principal, scope }) =>
    each({ params, body, principal, scope }, async (status, wanted) => (await look(devices, status, wanted)).row),
  );
  serve(api.sendConfig, ({ params, body, principal, scope }) =>
    each({ params, body, principal, scope }, async (status, wanted) => {
      if (busy.has(status.number)) return said(status, 'leftOut', refuse('device.busy'));
      busy.add(status.number);
      try {
        return await send(devices, status, wanted);
      } finally {
        busy.delete(status.number);
      }
    }),
  );
}

interface Looked {
  readonly row: ConfiguredDevice;
  readonly plan?: ConfigPlan;
}

/** What it would change. A device that records answers how it is set, too; it is left out all the same. */
async function look(devices: ConfigDevices, status: DeviceStatus, wanted: ResolvedModules): Promise<Looked> {
  if (!status.is_connected) return { row: said(status, 'leftOut', refuse('device.notConnected')) };
  const device = await devices.call(status.number, 'v1.config.get', {});
  if (isRefusal(device)) return { row: said(status, 'refused', device) };
  const meta = devices.deviceMeta(status.number);
  const plan = planConfig(device, wanted, (name) => meta?.modules[name]?.type);
  const about = { plan, meta };
  const away = whyLeftOut(status);
  if (away !== undefined) return { row: said(status, 'leftOut', away, about) };
  if (plan.refusal !== undefined) return { row: said(status, 'refused', plan.refusal, about) };
  const isSo = Object.keys(plan.change.modules).length === 0;
  return isSo
    ? { row: said(status, 'alreadySo', undefined, about) }
    : { row: said(status, 'toSend', undefined, about), plan };
}

/** Sends what changes, then reads back what the device has. */
async function send(devices: ConfigDevices, status: DeviceStatus, wanted: ResolvedModules): Promise<ConfiguredDevice> {
  const { row, plan } = await look(devices, devices.deviceStatus(status.number) ?? status, wanted);
  if (plan === undefined) return row;
  const answer = await devices.call(status.number, 'v1.config.set', plan.change);
  if (isRefusal(answer)) return { ...row, state: 'refused', ...words(answer) };
  const readBack = await devices.call(status.number, 'v1.config.get', {});
  if (isRefusal(readBack)) return { ...row, state: 'sent', ...words(refuse('config.notReadBack')) };
  const other = differing(plan.after, settingsOf(readBack));
  if (other.length === 0) return { ...row, state: 'taken' };
  return { ...row, state: 'sent', ...words(refuse('config.readBackDiffers', { modules: other.join(', ') })) };
}

function whyLeftOut({ state }: DeviceStatus): Refusal | undefined {
  if (state === 'idle') return undefined;
  return /record|scenario/.test(state) ? refuse('device.recording') : refuse('device.busy');
}

function said(
  { number, name }: DeviceStatus,
  state: SendingState,
  refusal: Refusal | undefined,
  about?: { readonly plan: ConfigPlan; readonly meta: DeviceMeta | undefined },
): ConfiguredDevice {
  const { plan, meta } = about ?? {};
  return {
    ...{ number, name, state },
    ...(refusal === undefined ? { code: null, reason: null } : words(refusal)),
    before: plan?.before ?? null,
    after: plan?.after ?? null,
    absent: [...(plan?.absent ?? [])],
    bytes_per_second: { before: flowOf(plan?.before, meta), after: flowOf(plan?.after, meta) },
  };
}

function words(refusal: Refusal): Pick<ConfiguredDevice, 'code' | 'reason'> {
  const { code, message } = refusal.body();
  return { code, reason: message };
}

/** Bytes of samples a second; undefined as long as a module that is on was never described. */
function flowOf(settings: Settings | undefined, meta: DeviceMeta | undefined): number | null {
  let bytes = 0;
  for (const [name, { enabled, rate }] of Object.entries(settings ?? {})) {
    if (!enabled) continue;
    const module = meta?.modules[name];
    if (module === undefined) return null;
    bytes += rate * sampleBytes(module);
  }
  return settings === undefined ? null : bytes;
}

async function inTurns<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < items.length; i = next++) {
      const item = items[i];
      if (item !== undefined) results[i] = await act(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return results;
}
