import { setTimeout as delay } from 'node:timers/promises';
import { type Fleet, recordings } from '@sillage/app-simulator';
import type { ApiClient } from '@sillage/client';
import { api, type Record as SillageRecord, type User } from '@sillage/contract';
import { isProblem, readRawFile } from '@sillage/formats';
import { differencesFromSource, followStoredRecords, type StoredOnDevice, waitUntil } from '@sillage/testkit';

/** s; a machine under siege is slow, which is no loss. */
const patienceSeconds = 180;

interface Parts {
  readonly fleet: Fleet;
  /** The program that runs now, signed in. */
  readonly program: () => { readonly client: ApiClient; readonly user: User };
  /** Starts the program when it does not run. */
  readonly start: () => Promise<void>;
}

export type RecordCommand = 'cmd_start' | 'cmd_stop';

/** Records of every device of a fleet, made by the program's own commands, and compared with the devices. */
export interface DeviceRecords {
  /** Records that appear from here on are those that are compared; for who asks for them before {@link startRecords}. */
  beginRound(): Promise<void>;
  /** Every device records. */
  startRecords(): Promise<void>;
  stopRecords(): Promise<void>;
  /** Asks every device for it once, whatever comes of it. */
  ask(command: RecordCommand): Promise<void>;
  /** Waits for the records made in this round, and compares each with its device: what differs. */
  compareRecords(): Promise<string[]>;
  /** The records made in this round. */
  madeRecords(): Promise<SillageRecord[]>;
  /** What a device says of the last record that it ended. */
  storedOn(number: number): StoredOnDevice;
  close(): void;
}

export function recordOnDevices({ fleet, program, start }: Parts): DeviceRecords {
  const stored = followStoredRecords(fleet);
  const devices = Object.values(fleet.devices);
  let lastRecordId = 0;
  let begun = false;

  async function ask(cmd_type: RecordCommand): Promise<void> {
    const wrong = devices.filter(({ state }) => !isWanted(state, cmd_type));
    const { client, user } = program();
    await Promise.allSettled(
      wrong.map(({ number }) =>
        client.call(api.requestRpc, {
          params: { clientId: user.client_id, deviceNumber: number },
          body: { feature: 'record', cmd_type },
        }),
      ),
    );
  }

  /** Asks until every device does it: a command that met a fault is given again, as a person would. */
  async function bring(command: RecordCommand): Promise<void> {
    const done = async () => {
      if (devices.every(({ state }) => isWanted(state, command))) return true;
      await start();
      await ask(command);
      await delay(200);
      return false;
    };
    await waitUntil(`six devices after ${command}`, done, patienceSeconds);
  }

  /** All of them: one whose date is wrong may stand on any page. */
  const list = async (): Promise<SillageRecord[]> => {
    const pageSize = 200;
    const found: SillageRecord[] = [];
    for (let pageId = 1; ; pageId++) {
      const { records } = await program().client.call(api.listRecords, { body: { pageId, pageSize } });
      found.push(...records);
      if (records.length < pageSize) return found;
    }
  };
  /** A restored club brings records without a device. */
  const madeRecords = async () => (await list()).filter(({ id, device_id }) => id > lastRecordId && device_id !== null);

  /** One that holds nothing is forgotten by its device when the program had not noted that it began. */
  const hasItsRecord =
    (seen: readonly SillageRecord[]) =>
    ({ number }: (typeof devices)[number]): boolean =>
      isEmpty(stored.of(number)) || seen.some(({ device_name: name }) => recordingOf(name)?.device.number === number);

  async function decodedRecords(): Promise<SillageRecord[]> {
    let seen: SillageRecord[] = [];
    let refused: unknown;
    const decoded = async () => {
      await start();
      // A question may meet the fault of the moment; it is asked again.
      try {
        seen = await madeRecords();
        refused = undefined;
      } catch (error) {
        refused = error;
        return false;
      }
      return devices.every(hasItsRecord(seen)) && seen.every(isDecoded) && seen;
    };
    return waitUntil('a decoded record of each device', decoded, patienceSeconds).catch((error: unknown) => {
      const records = seen.map(({ id, device_name, decode_state }) => `${id} of ${device_name}: ${decode_state}`);
      const states = devices.map(({ number, state }) => `${number}: ${state}`);
      const last = refused === undefined ? '' : `; not answered any more: ${refused}`;
      throw new Error(`${error} (${[...records, ...states].join(', ')}${last})`);
    });
  }

  async function beginRound(): Promise<void> {
    lastRecordId = Math.max(0, ...(await list()).map(({ id }) => id));
    begun = true;
  }

  return {
    ask,
    beginRound,
    async startRecords() {
      if (!begun) await beginRound();
      await bring('cmd_start');
    },
    stopRecords: () => bring('cmd_stop'),
    madeRecords,
    async compareRecords() {
      // A decoding that was killed twice waits for a person, who asks for it again.
      for (const { id, decode_state } of await decodedRecords()) {
        if (decode_state === 'error') await program().client.call(api.decodeRecord, { params: { id } });
      }
      const made = await decodedRecords();
      begun = false;
      const differences: string[] = [];
      // One after the other: a person may have two downloads at once.
      for (const record of made) differences.push(...(await compare(program().client, record, stored)));
      return differences;
    },
    storedOn: (number) => stored.of(number),
    close: () => stored.stop(),
  };
}

function isWanted(state: string, command: RecordCommand): boolean {
  const records = state === 'record' || state === 'recovery_record';
  return command === 'cmd_start' ? records : state === 'idle';
}

const isDecoded = ({ decode_state }: SillageRecord) => decode_state === 'done' || decode_state === 'error';

const recordingOf = (name: string | null) => recordings.find(({ device }) => name === device.name);

/** The source of the runner has pauses of more than a minute: a record made in one holds nothing. */
const isEmpty = ({ blocks }: StoredOnDevice): boolean => Object.values(blocks).every((count) => count === 0);

/** What a record has otherwise than its device. */
async function compare(
  client: ApiClient,
  record: SillageRecord,
  stored: { of(number: number): StoredOnDevice },
): Promise<string[]> {
  const recording = recordingOf(record.device_name);
  if (recording === undefined) return [`record ${record.id} is of no known device`];
  const kept = stored.of(recording.device.number);
  if (isEmpty(kept)) return [];
  const name = `record ${record.id} of ${record.device_name}`;
  if (record.decode_state !== 'done') return [`${name} is in state ${record.decode_state}`];
  const params = { id: record.id, fileType: 'raw' as const };
  const decoded = readRawFile((await client.fetchBytes(api.downloadRecordFile, { params })).body);
  if (isProblem(decoded)) return [`${name}: ${decoded.problem}`];
  return differencesFromSource(decoded, recording.id, kept).map((difference) => `${name}: ${difference}`);
}
