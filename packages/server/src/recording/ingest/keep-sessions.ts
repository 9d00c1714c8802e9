import { type DeviceRow, listDevices, readDevice } from '../../administration/devices/index.ts';
import { aboutDevice } from './about-device.ts';
import type { Announcer } from './announce-devices.ts';
import { DeviceSession } from './device-session.ts';
import { finishAtLast } from './finish-records.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { tellName } from './tell-name.ts';

/** Times that devices are listed anew because one was read meanwhile. */
const maxLooks = 5;
/** ms in which messages of a number without an enabled device are dropped unread. */
const strangerMs = 5000;
const maxStrangers = 1000;

interface Dependencies extends IngestDependencies {
  readonly sessions: Map<number, DeviceSession>;
  readonly announcer: Announcer;
  /** Told each time a device's row was read. */
  readonly adopted: (number: number) => void;
}

/** Keeps a session for each enabled device, as their rows say. */
export class KeptSessions {
  readonly #dependencies: Dependencies;
  /** Devices read one after the other, each: the last look is then the newest. */
  readonly #reading = new Map<number, Promise<void>>();
  /** How often a device was read. */
  #reads = 0;
  /** Numbers without an enabled device, and until when (monotonic ms) that is taken as true. */
  readonly #strangers = new Map<number, number>();
  readonly #parted = new Set<DeviceSession>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Those that are no longer followed and whose records are still being ended. */
  get parted(): Iterable<DeviceSession> {
    return this.#parted;
  }

  isStranger(number: number): boolean {
    return (this.#strangers.get(number) ?? 0) > this.#dependencies.clock.monotonicMs();
  }

  /** Brings the session of a device up to date with its row. */
  reload(number: number): Promise<void> {
    const turn = this.whenRead(number).then(() => this.#read(number));
    this.#reading.set(number, turn);
    return turn.finally(() => {
      if (this.#reading.get(number) === turn) this.#reading.delete(number);
    });
  }

  /** When nobody reads the device's row any more. */
  whenRead(number: number): Promise<void> {
    return (this.#reading.get(number) ?? Promise.resolve()).catch(() => {});
  }

  /** What changed was not heard: devices that are followed may be gone, others may have come. */
  async reloadAll(): Promise<void> {
    const { database, sessions } = this.#dependencies;
    const numbers = new Set([...sessions.keys(), ...(await listDevices(database.db)).map((row) => row.number)]);
    for (const number of numbers) await this.reload(number);
  }

  /** Brings sessions up to date with the rows, so that a device created a moment ago is there. */
  async refresh(clientId?: number): Promise<DeviceSession[]> {
    let before: number;
    let rows: DeviceRow[];
    let looks = 0;
    do {
      before = this.#reads;
      rows = await listDevices(this.#dependencies.database.db, clientId);
      // What was read meanwhile is newer: one look more, which must not revive a device that is gone.
    } while (this.#reads !== before && ++looks < maxLooks);
    return rows.map((row) => this.#adopt(row));
  }

  #adopt(row: DeviceRow): DeviceSession {
    const { sessions, adopted } = this.#dependencies;
    const session = sessions.get(row.number) ?? new DeviceSession(row);
    session.adopt(row);
    sessions.set(row.number, session);
    adopted(row.number);
    return session;
  }

  async #read(number: number): Promise<void> {
    const { database, sessions, announcer, clock } = this.#dependencies;
    const row = await readDevice(database.db, number);
    this.#reads++;
    const before = sessions.get(number);
    const clientBefore = before?.row.clientId;
    if (this.#strangers.size >= maxStrangers) this.#strangers.clear();
    if (row === undefined) this.#strangers.set(number, clock.monotonicMs() + strangerMs);
    else this.#strangers.delete(number);
    const nameBefore = before?.row.name;
    const session = row === undefined ? undefined : this.#adopt(row);
    if (session !== undefined) announcer.changed(session);
    else if (before !== undefined) this.#forget(before);
    if (session !== undefined && nameBefore !== undefined && nameBefore !== session.row.name)
      void tellName(this.#dependencies, session);
    if (clientBefore !== undefined && clientBefore !== row?.clientId) announcer.left(clientBefore);
  }

  /** A device that was removed or disabled: what it was recording ends with the samples that are here. */
  #forget(session: DeviceSession): void {
    const { sessions, caller, held, log } = this.#dependencies;
    sessions.delete(session.number);
    session.left();
    caller.gone(session.number);
    held.drop(session.number);
    log.info(aboutDevice(session), 'a device is no longer followed');
    this.#parted.add(session);
    void endRecords(this.#dependencies, session).then(() => {
      // Those that the end of the server came before are closed with it.
      if (session.records.size === 0) this.#parted.delete(session);
    });
  }
}

/** One that is being opened, too: however long that takes, nobody waits for it. */
async function endRecords(dependencies: IngestDependencies, session: DeviceSession): Promise<void> {
  await Promise.allSettled(session.records.openings());
  await Promise.allSettled(session.records.all().map((record) => finishAtLast(dependencies, session, record)));
}
