import type { LiveData, LiveSelection } from '@sillage/contract';
import type { RecordTime } from '@sillage/domain';
import { takeEdge } from './live-edge.ts';
import { takeRecordTime } from './record-clock.ts';
import { pointsForEach, SeriesBuffer } from './series-buffer.ts';

/** ms without anything of a device, after which its lines are not joined. */
const gapAfterMs = 3000;

/** s; what goes on so soon after the last sample was held up on its way: nothing is missing. */
const lateSeconds = 1.5;

interface RecordStatus {
  readonly recTime: number | null;
  readonly deviceRecId: number | null;
}

interface DeviceSamples {
  deviceRecId: number | null;
  /** What the last status said. */
  said: RecordStatus | undefined;
  /** The record that `kept` is of. */
  endedRecId: number | null;
  series: Map<string, SeriesBuffer>;
  /** The end of the last record, until the next one starts. */
  kept: ReadonlyMap<string, SeriesBuffer>;
  /** The last values of before the record id changed, by name. */
  before: ReadonlyMap<string, number>;
  clock: RecordTime | undefined;
  edge: RecordTime | undefined;
  /** ms of the page's clock when samples last came. */
  heardAt: number;
  selections: readonly LiveSelection[];
}

/** Live samples of every watched device. Mutable and outside React; painters poll it at each frame. */
export interface LiveSamples {
  take(data: LiveData, nowMilliseconds: number): void;
  /** A status said the record time and id of a device. */
  takeStatus(number: number, status: RecordStatus, nowMilliseconds: number): void;
  /** `name` is `module.variable`. */
  series(number: number, name: string): SeriesBuffer | undefined;
  /** The newest value of a variable; of before the record where it has none yet. */
  latest(number: number, name: string): number | undefined;
  /** The end of the last record of a device, while it makes no other. */
  kept(number: number, name: string): SeriesBuffer | undefined;
  clock(number: number): RecordTime | undefined;
  /** Where the time axis of the device's series stands now. */
  edge(number: number): RecordTime | undefined;
  heardAt(number: number): number | undefined;
  /** Of the record that a device makes, the last of them; none while it makes none. */
  selections(number: number): readonly LiveSelection[];
}

export function createLiveSamples(): LiveSamples {
  const devices = new Map<number, DeviceSamples>();
  let seriesCount = 0;
  const newBuffer = (): SeriesBuffer => {
    seriesCount++;
    return new SeriesBuffer(() => pointsForEach(seriesCount));
  };

  function deviceOf(number: number): DeviceSamples {
    let device = devices.get(number);
    if (device === undefined) {
      device = {
        deviceRecId: null,
        said: undefined,
        endedRecId: null,
        series: new Map(),
        kept: new Map(),
        before: new Map(),
        clock: undefined,
        edge: undefined,
        heardAt: Number.NEGATIVE_INFINITY,
        selections: [],
      };
      devices.set(number, device);
    }
    return device;
  }

  /** A change of the device's record id resets its curves; those of a record that ended are kept. */
  function enterRecord(device: DeviceSamples, deviceRecId: number | null): void {
    if (device.deviceRecId === deviceRecId) return;
    seriesCount -= device.kept.size;
    device.before = latestOf(device.series);
    device.kept = deviceRecId === null ? device.series : new Map();
    device.endedRecId = deviceRecId === null ? device.deviceRecId : null;
    device.deviceRecId = deviceRecId;
    device.clock = undefined;
    device.edge = undefined;
    device.selections = [];
    if (deviceRecId !== null) seriesCount -= device.series.size;
    device.series = new Map();
  }

  /** The record has not ended: what seemed to say so were samples of before it began, which came late. */
  function goOn(device: DeviceSamples, deviceRecId: number): void {
    seriesCount -= device.series.size;
    device.series = new Map(device.kept);
    device.kept = new Map();
    device.deviceRecId = deviceRecId;
    device.endedRecId = null;
    device.edge = undefined;
  }

  return {
    take: (data, now) => {
      const device = deviceOf(data.number);
      if (data.deviceRecId !== null && data.deviceRecId === device.endedRecId) {
        // The end of a record may come behind the word that it has ended.
        if (device.said?.deviceRecId !== data.deviceRecId) return addToEnd(device.kept, data.data);
        goOn(device, data.deviceRecId);
      }
      enterRecord(device, data.deviceRecId);
      device.clock = takeRecordTime(device.clock, data.recTime, now);
      const resumes = now - device.heardAt > gapAfterMs;
      device.heardAt = now;
      device.selections = data.selections;
      let newest = Number.NEGATIVE_INFINITY;
      for (const [module, columns] of Object.entries(data.data)) {
        if (resumes) breakModule(device.series, module, columns.T?.[0]);
        pushModule(device.series, module, columns, newBuffer);
        newest = Math.max(newest, columns.T?.at(-1) ?? Number.NEGATIVE_INFINITY);
      }
      if (Number.isFinite(newest)) device.edge = takeEdge(device.edge, newest, now);
    },
    takeStatus: (number, status, now) => {
      const device = deviceOf(number);
      // Statuses of all devices come with each change of one: what a device said before is of then, and no news.
      const { said } = device;
      device.said = status;
      if (said?.deviceRecId !== status.deviceRecId) enterRecord(device, status.deviceRecId);
      else if (said.recTime === status.recTime || status.deviceRecId !== device.deviceRecId) return;
      device.clock = takeRecordTime(device.clock, status.recTime, now);
    },
    series: (number, name) => devices.get(number)?.series.get(name),
    latest: (number, name) => {
      const device = devices.get(number);
      const series = device?.series.get(name);
      return series === undefined ? device?.before.get(name) : series.latest();
    },
    kept: (number, name) => devices.get(number)?.kept.get(name),
    edge: (number) => devices.get(number)?.edge,
    clock: (number) => devices.get(number)?.clock,
    heardAt: (number) => devices.get(number)?.heardAt,
    selections: (number) => devices.get(number)?.selections ?? [],
  };
}

function latestOf(series: ReadonlyMap<string, SeriesBuffer>): ReadonlyMap<string, number> {
  return new Map(
    [...series].flatMap(([name, buffer]) => {
      const value = buffer.latest();
      return value === undefined || Number.isNaN(value) ? [] : [[name, value] as const];
    }),
  );
}

/** What was not heard is not drawn: the line breaks before what comes now. */
function breakModule(
  series: ReadonlyMap<string, SeriesBuffer>,
  module: string,
  seconds: number | null | undefined,
): void {
  if (seconds == null) return;
  for (const [name, buffer] of series) {
    const isLate = buffer.length === 0 || seconds - buffer.timeAt(buffer.length - 1) <= lateSeconds;
    if (name.startsWith(`${module}.`) && !isLate) buffer.push(seconds, null);
  }
}

/** What follows the end that is kept; what lies before it was lost and came later, and is not drawn. */
function addToEnd(kept: ReadonlyMap<string, SeriesBuffer>, data: LiveData['data']): void {
  for (const [module, { T = [], ...columns }] of Object.entries(data)) {
    for (const [variable, values] of Object.entries(columns)) {
      const buffer = kept.get(`${module}.${variable}`);
      if (buffer === undefined) continue;
      const end = buffer.length === 0 ? Number.NEGATIVE_INFINITY : buffer.timeAt(buffer.length - 1);
      for (const [index, seconds] of T.entries()) {
        if (seconds !== null && seconds > end) buffer.push(seconds, values[index] ?? null);
      }
    }
  }
}

function pushModule(
  series: Map<string, SeriesBuffer>,
  module: string,
  columns: Readonly<Record<string, readonly (number | null)[]>>,
  newBuffer: () => SeriesBuffer,
): void {
  const times = columns.T ?? [];
  for (const [variable, values] of Object.entries(columns)) {
    if (variable === 'T') continue;
    const name = `${module}.${variable}`;
    let buffer = series.get(name);
    if (buffer === undefined) {
      buffer = newBuffer();
      series.set(name, buffer);
    }
    for (const [index, seconds] of times.entries()) if (seconds !== null) buffer.push(seconds, values[index] ?? null);
  }
}
