import { setTimeout as pass } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { systemClock } from '../../platform/clock/index.ts';
import { tables } from '../../platform/database/index.ts';
import { readJournal } from '../journal/index.ts';
import type { FakeDevice } from './fake-device.ts';
import { makeTestDisk } from './make-test-disk.ts';
import { openTestIngest } from './open-test-ingest.ts';

/** What decides which fault comes next, by a seed. */
export interface DayChance {
  next(): number;
  whole(least: number, most: number): number;
}

export interface SimulatedDay {
  readonly did: Readonly<Record<string, number>>;
  /** One sentence each: a block, or a record, that is not here exactly once. */
  readonly lost: readonly string[];
}

interface Options {
  readonly chance: DayChance;
  readonly hours: number;
  readonly devices: number;
  readonly tell: (line: string) => void;
}

const minuteMs = 60_000;
const yearMs = 365 * 24 * 60 * minuteMs;
/** ms of the day between two looks at what happens next. */
const stepMs = 2 * minuteMs;
/** s after which a record that nobody stopped is stopped. */
const stopAfterSeconds = 3 * 3600;
/** ms of this machine until the hub has fetched what devices keep. */
const fetchedWithinMs = 120_000;

/** The clocks of a day that runs through faster: of the hub, which somebody sets, and what has passed for everybody. */
function makeDayClocks() {
  let passedMs = 0;
  let setMs = 0;
  const monotonicMs = () => systemClock.monotonicMs() + passedMs;
  const trueMs = () => systemClock.nowMs() + passedMs;
  return {
    clock: { nowMs: () => trueMs() + setMs, monotonicMs },
    trueMs,
    passes: (ms: number) => {
      passedMs += ms;
    },
    set: (ms: number) => {
      setMs += ms;
    },
  };
}

/** What a device ever recorded, whether it still has it or not. */
interface Made {
  readonly number: number;
  readonly id: number;
  readonly startUs: number;
  readonly blocks: Readonly<Record<string, readonly Uint8Array[]>>;
}

/** A device with a clock that somebody may set, and all that it ever made. */
function followed(device: FakeDevice, setClock: (ms: number) => void) {
  const made = new Map<string, Made>();
  let isThere = false;
  /** Whoever started it: a button, or the hub. */
  function note(): void {
    for (const [id, { startUs, blocks }] of device.memory) {
      const key = `${id} ${startUs}`;
      if (!made.has(key)) made.set(key, { number: device.meta.number, id, startUs, blocks });
    }
  }
  return {
    device,
    setClock,
    note,
    made: () => [...made.values()],
    isThere: () => isThere,
    async come() {
      if (isThere) return;
      await device.plug();
      isThere = true;
    },
    async go() {
      await device.cut();
      isThere = false;
    },
    gone() {
      isThere = false;
    },
  };
}
type Followed = ReturnType<typeof followed>;

/**
 * A day of a hub, run through faster: devices come and go, blocks are lost, clocks are set by a year, the hub starts anew or
 * loses its power. What was recorded has to be in its journals in the end, each block once.
 */
export async function simulateDay({ chance, hours, devices: count, tell }: Options): Promise<SimulatedDay> {
  const clocks = makeDayClocks();
  const disk = makeTestDisk();
  const hub = await openTestIngest({
    clock: clocks.clock,
    journalFiles: disk.files,
    rules: { namePrefix: '', stopAfterSeconds },
  });
  try {
    const all: Followed[] = [];
    for (let i = 0; i < count; i++) {
      let setUs = 0;
      const device = await hub.addDevice(10200500 + i, () => clocks.trueMs() * 1000 + setUs);
      all.push(followed(device, (ms) => (setUs += ms * 1000)));
    }
    const did = await runDay({ chance, hours, tell, clocks, disk, hub, all });
    const lost = [...(await fetched(all, clocks)), ...(await compared(hub, all))];
    const records = all.flatMap((one) => one.made());
    const blocks = records.flatMap((one) => Object.values(one.blocks)).reduce((sum, { length }) => sum + length, 0);
    return { did: { ...did, records: records.length, blocks }, lost };
  } finally {
    await hub.close();
  }
}

type Hub = Awaited<ReturnType<typeof openTestIngest>>;
interface Day extends Pick<Options, 'chance' | 'hours' | 'tell'> {
  readonly clocks: ReturnType<typeof makeDayClocks>;
  readonly disk: ReturnType<typeof makeTestDisk>;
  readonly hub: Hub;
  readonly all: readonly Followed[];
}

async function runDay(day: Day): Promise<Record<string, number>> {
  const { chance, hours, tell, clocks, all } = day;
  const did: Record<string, number> = {};
  const count = (what: string) => {
    did[what] = (did[what] ?? 0) + 1;
  };
  const steps = Math.round((hours * 60 * minuteMs) / stepMs);
  for (let step = 0; step < steps; step++) {
    clocks.passes(stepMs);
    if (step % 30 === 29) tell(`${(((step + 1) * stepMs) / (60 * minuteMs)).toFixed(0)} h, ${JSON.stringify(did)}`);
    await happenToHub(day, count);
    for (const one of all) await happenTo(one, chance, count);
    // Messages that are on their way arrive, some before and some after what comes next.
    if (chance.next() < 0.3) await pass(chance.whole(0, 40));
  }
  return did;
}

async function happenToHub({ chance, clocks, disk, hub, all }: Day, count: (what: string) => void): Promise<void> {
  const drawn = chance.next();
  const away = () => {
    for (const one of all) one.gone();
  };
  if (drawn < 0.01) {
    clocks.set(chance.next() < 0.5 ? yearMs : -yearMs);
    count('hub clock set by a year');
  } else if (drawn < 0.03) {
    count('restarts');
    await hub.restart(async () => clocks.passes(chance.whole(0, 30) * minuteMs));
    away();
  } else if (drawn < 0.04) {
    count('power cuts');
    disk.faults.sync = 'EIO';
    await hub.restart(async () => {
      await disk.letGo();
      disk.faults.sync = undefined;
    });
    away();
  }
}

async function happenTo(one: Followed, chance: DayChance, count: (what: string) => void): Promise<void> {
  const { device } = one;
  const drawn = chance.next();
  if (drawn < 0.1) {
    if (one.isThere()) {
      count('connections lost');
      await one.go();
    }
  } else if (drawn < 0.3) {
    if (!one.isThere()) count('connections');
    await one.come();
  } else if (drawn < 0.34) {
    one.setClock(chance.next() < 0.5 ? yearMs : -yearMs);
    count('device clocks set by a year');
    if (one.isThere()) await device.tell();
  } else if (drawn < 0.35 && device.memory.size === 0) {
    count('devices that count from 1 again');
    await one.go();
    device.loseMemory();
  } else if (drawn < 0.5) {
    if (device.running() === null) await device.start();
    else await device.stop();
  } else if (device.running() !== null) {
    const every = chance.whole(0, 4);
    device.setLoss((sequence) => every > 0 && sequence % every === 0);
    const blocks = chance.whole(1, 6);
    for (let i = 0; i < blocks; i++) {
      const bytes = await device.block(i % 2 === 0 ? 'imu' : 'gps', i % 3 === 0 ? 1 : 0);
      // An acknowledgement was lost: it is sent twice.
      if (chance.next() < 0.1) await device.send(bytes);
    }
  }
  one.note();
}

/** All devices are there and lose nothing; until the hub has told each to forget all that it made. */
async function fetched(all: readonly Followed[], clocks: Day['clocks']): Promise<string[]> {
  for (const one of all) {
    one.device.setLoss(() => false);
    await one.come();
    if (one.device.running() !== null) await one.device.stop();
    one.note();
  }
  const untilMs = systemClock.monotonicMs() + fetchedWithinMs;
  const kept = () => all.flatMap(({ device }) => [...device.memory].map(([id]) => `${device.meta.number}: ${id}`));
  while (kept().length > 0 && systemClock.monotonicMs() < untilMs) {
    await pass(100);
    clocks.passes(5000);
    for (const { device } of all) await device.tell();
  }
  return kept().map((record) => `a device still keeps its record ${record}`);
}

/** Each record is here once, and in its journal each of its blocks once, byte by byte. */
async function compared({ db, folder }: Hub, all: readonly Followed[]): Promise<string[]> {
  const rows = await db
    .select({ record: tables.records, number: tables.devices.number })
    .from(tables.records)
    .innerJoin(tables.devices, eq(tables.devices.id, tables.records.deviceId));
  const lost: string[] = [];
  const known = new Set<number>();
  for (const made of all.flatMap((one) => one.made())) {
    const name = `record ${made.id} of ${made.number}, begun at ${made.startUs}`;
    const found = rows.filter(
      ({ record, number }) =>
        // A number that a device uses again is taken from what had it before.
        number === made.number &&
        record.startUs === made.startUs &&
        (record.deviceRecordId === made.id || record.deviceRecordId === null),
    );
    for (const { record } of found) known.add(record.id);
    const [row] = found;
    // Of a record without a sample, made while the device was away, nothing has to be here.
    if (row === undefined && Object.values(made.blocks).every(({ length }) => length === 0)) continue;
    if (found.length !== 1 || row === undefined) {
      lost.push(`${name}: ${found.length} times`);
      console.log(Object.values(made.blocks).map((b) => b.length));
      continue;
    }
    lost.push(...(await differences(folder.journal(row.record.uid), made)).map((one) => `${name}: ${one}`));
  }
  const strangers = rows.filter(({ record }) => !known.has(record.id));
  return [...lost, ...strangers.map(({ record }) => `record ${record.id} was made by nobody`)];
}

async function differences(path: string, made: Made): Promise<string[]> {
  const times = new Map<string, number>();
  for await (const entry of readJournal(path)) {
    if (entry.kind !== 'block') continue;
    const text = Buffer.from(entry.bytes).toString('latin1');
    times.set(text, (times.get(text) ?? 0) + 1);
  }
  const wrong = Object.entries(made.blocks).flatMap(([module, blocks]) =>
    blocks.flatMap((bytes, sequence) => {
      const text = Buffer.from(bytes).toString('latin1');
      const found = times.get(text) ?? 0;
      times.delete(text);
      return found === 1 ? [] : [`block ${sequence} of ${module} ${found} times`];
    }),
  );
  return times.size === 0 ? wrong : [...wrong, `${times.size} blocks that it never made`];
}
