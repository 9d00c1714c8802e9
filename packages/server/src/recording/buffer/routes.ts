import { api, type BufferKept, type BufferState, isRefusal, type Refusal, refuse } from '@sillage/contract';
import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import type { Serve, Viewer } from '../../platform/http/index.ts';
import { addSelection } from '../live-selections/index.ts';
import type { BufferRules, RollingBuffer } from './create-buffer.ts';
import { byRun, type MakingDependencies, makeRecord, type Wanted } from './make-record.ts';
import { presentMovement } from './present-movement.ts';
import { inStretches, type Segment } from './segments.ts';

const { records } = tables;

interface Device {
  readonly id: number;
  readonly number: number;
  readonly clientId: number;
}

interface Dependencies extends MakingDependencies {
  readonly buffer: RollingBuffer;
  readonly rulesOf: (clientId: number) => Promise<BufferRules>;
  /** The condition that makes a record visible to the viewer. */
  readonly visibleTo: (db: Queryable, viewer: Viewer) => SQL | undefined;
  /** Those of a client that the viewer may see. */
  readonly findDevices: (viewer: Viewer, clientId: number) => Promise<readonly Device[] | Refusal>;
}

/** What was not recorded, and may be kept all the same. */
export function bufferRoutes(serve: Serve, dependencies: Dependencies): void {
  const { buffer, rulesOf } = dependencies;
  const inTurn = takeTurnsOf();
  serve(api.readBuffer, async ({ params: { clientId }, principal, scope }) => {
    const devices = await dependencies.findDevices({ principal, scope }, clientId);
    if (isRefusal(devices)) return devices;
    const held = devices
      .map((device) => ({ device, segments: buffer.segmentsOf(device) }))
      .filter(({ segments }) => segments.some(({ bytes }) => bytes > 0));
    const kept = held.map(({ device, segments }) => presentDevice(device, segments));
    const moved = held.map(({ device, segments }) => ({
      // After a clock that was ahead the first one is not the earliest.
      fromMs: Math.min(...segments.map(({ fromMs }) => fromMs)),
      moved: buffer.levelsOf(device),
    }));
    const { isOn, hours } = await rulesOf(clientId);
    const movement = presentMovement(moved, hours, dependencies.clock.nowMs());
    return { is_on: isOn, hours, bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0), devices: kept, movement };
  });
  serve(api.keepOfBuffer, async ({ params: { clientId }, body, principal, scope }) => {
    const devices = await chosen(dependencies, { principal, scope }, clientId, body.device_numbers);
    if (isRefusal(devices)) return devices;
    const wanted = { fromMs: Date.parse(body.from), toMs: Date.parse(body.to) };
    const answers: BufferKept = [];
    for (const device of devices) {
      // Who asks twice gets a selection of the first one's record: nothing is there twice.
      const kept = await inTurn(device.id, () => keep(dependencies, { principal, scope }, device, wanted));
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

/** Work on one device after the other, of whoever asks for it. */
function takeTurnsOf() {
  const last = new Map<number, Promise<unknown>>();
  return async <T>(deviceId: number, work: () => Promise<T>): Promise<T> => {
    const turn = (last.get(deviceId) ?? Promise.resolve()).then(work, work);
    last.set(deviceId, turn);
    try {
      return await turn;
    } finally {
      if (last.get(deviceId) === turn) last.delete(deviceId);
    }
  };
}

const iso = (ms: number) => new Date(ms).toISOString();

function presentDevice({ number }: Device, segments: readonly Segment[]): BufferState['devices'][number] {
  const stretches = inStretches(segments).map((those) => ({
    from: iso(those[0]?.fromMs ?? 0),
    to: iso(those.at(-1)?.toMs ?? 0),
  }));
  return { number, bytes: segments.reduce((sum, { bytes }) => sum + bytes, 0), stretches };
}

/** ms; a shorter piece of a time is no record. */
const shortestMs = 1000;
/** ms that a record lasts at most. */
const longestMs = 10 * 86_400_000;

interface Recorded {
  readonly id: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** By whoever asks. */
  readonly isSeen: boolean;
}

/** Records of a device of this client in a time; one that runs goes on until now. */
async function findRecorded(
  { database, clock, visibleTo }: Dependencies,
  viewer: Viewer,
  { id: deviceId, clientId }: Device,
  { fromMs, toMs }: Wanted,
): Promise<Recorded[]> {
  const rows = await database.db
    .select({
      ...{ id: records.id, startedAt: records.startedAt },
      ...{ seconds: records.durationSeconds, state: records.decodeState },
      isSeen: sql<boolean>`coalesce(${visibleTo(database.db, viewer) ?? sql`true`}, false)`,
    })
    .from(records)
    .where(
      and(
        ...[eq(records.deviceId, deviceId), eq(records.clientId, clientId), eq(records.source, 'journal')],
        ...[lt(records.startedAt, new Date(toMs)), gt(records.startedAt, new Date(fromMs - longestMs))],
      ),
    )
    .orderBy(records.startedAt);
  return rows
    .map(({ id, startedAt, seconds, state, isSeen }) => {
      const start = startedAt.getTime();
      return { id, isSeen, fromMs: start, toMs: state === 'recording' ? clock.nowMs() : start + seconds * 1000 };
    })
    .filter((one) => one.toMs > fromMs);
}

/** What of a time was not recorded. */
function withoutRecorded({ fromMs, toMs }: Wanted, recorded: readonly Recorded[]): Wanted[] {
  const pieces: Wanted[] = [];
  let at = fromMs;
  for (const one of recorded) {
    pieces.push({ fromMs: at, toMs: Math.min(one.fromMs, toMs) });
    at = Math.max(at, one.toMs);
  }
  pieces.push({ fromMs: at, toMs });
  return pieces.filter((piece) => piece.toMs - piece.fromMs >= shortestMs);
}

/** A selection of each record of that time, and a record of each stretch that the buffer has of the rest. */
async function keep(
  dependencies: Dependencies,
  viewer: Viewer,
  device: Device,
  wanted: Wanted,
): Promise<Exclude<BufferKept[number], { code: string }> | Refusal> {
  const { database, buffer, life } = dependencies;
  const recorded = await findRecorded(dependencies, viewer, device, wanted);
  const selections = [];
  for (const { id, fromMs, toMs, isSeen } of recorded) {
    if (!isSeen) continue;
    const t0 = Math.max(0, (wanted.fromMs - fromMs) / 1000);
    const t1 = (Math.min(wanted.toMs, toMs) - fromMs) / 1000;
    const selection = await addSelection(database.db, id, { t0, t1 });
    if (isRefusal(selection)) continue;
    life.tell(database.db, { clientId: device.clientId, recordIds: [id], reason: 'selected' });
    selections.push({ record_id: id, num: selection.num });
  }
  const recordIds = [];
  for (const piece of withoutRecorded(wanted, recorded)) {
    const among = buffer.segmentsOf(device).filter((one) => one.fromMs < piece.toMs && one.toMs > piece.fromMs);
    for (const { segments, wornBy } of await byRun(among)) {
      // Who sees only what is their own makes no record of another's.
      if (viewer.scope === 'own' && !wornBy.includes(viewer.principal.userId)) continue;
      for (const stretch of inStretches(segments)) {
        const id = await makeRecord(dependencies, device.id, { segments: stretch, wornBy }, piece);
        // What is on the disk already is told all the same.
        if (isRefusal(id) && recordIds.length + selections.length === 0) return id;
        if (id !== undefined && !isRefusal(id)) recordIds.push(id);
      }
    }
  }
  return recordIds.length + selections.length === 0
    ? refuse('buffer.nothingThen')
    : { number: device.number, record_ids: recordIds, selections };
}
