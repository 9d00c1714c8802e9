import { api, type BufferKept, type BufferState, isRefusal, type Refusal, refuse } from '@sillage/contract';
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { tables } from '../../platform/database/index.ts';
import type { Serve, Viewer } from '../../platform/http/index.ts';
import { addSelection } from '../live-selections/index.ts';
import type { BufferRules, RollingBuffer } from './create-buffer.ts';
import { type MakingDependencies, makeRecord, type Wanted } from './make-record.ts';
import { inStretches } from './segments.ts';

const { records } = tables;

interface Device {
  readonly id: number;
  readonly number: number;
  readonly clientId: number;
}

interface Dependencies extends MakingDependencies {
  readonly buffer: RollingBuffer;
  readonly rulesOf: (clientId: number) => Promise<BufferRules>;
  /** Those of a client that the viewer may see. */
  readonly findDevices: (viewer: Viewer, clientId: number) => Promise<readonly Device[] | Refusal>;
}

/** What was not recorded, and may be kept all the same. */
export function bufferRoutes(serve: Serve, dependencies: Dependencies): void {
  const { buffer, rulesOf } = dependencies;
  serve(api.readBuffer, async ({ params: { clientId }, principal, scope }) => {
    const devices = await dependencies.findDevices({ principal, scope }, clientId);
    if (isRefusal(devices)) return devices;
    const kept = devices.map((device) => presentDevice(buffer, device)).filter(({ bytes }) => bytes > 0);
    const { isOn, hours } = await rulesOf(clientId);
    return { is_on: isOn, hours, bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0), devices: kept };
  });
  serve(api.keepOfBuffer, async ({ params: { clientId }, body, principal, scope }) => {
    const devices = await chosen(dependencies, { principal, scope }, clientId, body.device_numbers);
    if (isRefusal(devices)) return devices;
    const wanted = { fromMs: Date.parse(body.from), toMs: Date.parse(body.to) };
    const answers: BufferKept = [];
    for (const device of devices) {
      const kept = await keep(dependencies, device, wanted);
      // Of all devices only those are told that had something.
      const isTold = body.device_numbers != null || !isRefusal(kept);
      if (isTold) answers.push(isRefusal(kept) ? { ...kept.body(), number: device.number } : kept);
    }
    return answers;
  });
  serve(api.forgetBuffer, async ({ params: { clientId }, body, principal, scope }) => {
    const devices = await chosen(dependencies, { principal, scope }, clientId, body.device_numbers);
    if (isRefusal(devices)) return devices;
    for (const { id } of devices) await buffer.forget(id);
    return undefined;
  });
}

async function chosen(
  { findDevices }: Dependencies,
  viewer: Viewer,
  clientId: number,
  numbers: readonly number[] | null | undefined,
): Promise<readonly Device[] | Refusal> {
  const devices = await findDevices(viewer, clientId);
  if (isRefusal(devices) || numbers == null) return devices;
  const wanted = devices.filter(({ number }) => numbers.includes(number));
  return wanted.length === new Set(numbers).size ? wanted : refuse('entity.notFound');
}

const iso = (ms: number) => new Date(ms).toISOString();

function presentDevice(buffer: RollingBuffer, { id, number }: Device): BufferState['devices'][number] {
  const segments = buffer.segmentsOf(id);
  const stretches = inStretches(segments).map((those) => ({
    from: iso(those[0]?.fromMs ?? 0),
    to: iso(those.at(-1)?.toMs ?? 0),
  }));
  return { number, bytes: segments.reduce((sum, { bytes }) => sum + bytes, 0), stretches };
}

/** A selection of each record of that time, and a record of each stretch that the buffer has of it. */
async function keep(
  dependencies: Dependencies,
  { id: deviceId, number }: Device,
  { fromMs, toMs }: Wanted,
): Promise<Exclude<BufferKept[number], { code: string }> | Refusal> {
  const { database, buffer } = dependencies;
  const recorded = await database.db
    .select({ id: records.id, startedAt: records.startedAt })
    .from(records)
    .where(
      and(
        ...[eq(records.deviceId, deviceId), inArray(records.source, ['journal'])],
        lt(records.startedAt, new Date(toMs)),
        gt(sql`${records.startedAt} + ${records.durationSeconds} * interval '1 second'`, iso(fromMs)),
      ),
    );
  const selections = [];
  for (const { id, startedAt } of recorded) {
    const [t0, t1] = [Math.max(0, (fromMs - startedAt.getTime()) / 1000), (toMs - startedAt.getTime()) / 1000];
    const selection = await addSelection(database.db, id, { t0, t1 });
    if (!isRefusal(selection)) selections.push({ record_id: id, num: selection.num });
  }
  const among = buffer.segmentsOf(deviceId).filter((one) => one.fromMs < toMs && one.toMs > fromMs);
  const recordIds = [];
  for (const stretch of inStretches(among)) {
    const id = await makeRecord(dependencies, deviceId, stretch, { fromMs, toMs });
    if (id !== undefined) recordIds.push(id);
  }
  return recordIds.length + selections.length === 0
    ? refuse('buffer.nothingThen')
    : { number, record_ids: recordIds, selections };
}
