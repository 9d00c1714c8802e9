import { type DeviceMeta, encodeBlock, RpcCall, type StoredRecord, topics } from '@sillage/device-protocol';
import { connectAsync, type MqttClient } from 'mqtt';

const samplesPerBlock = 40;

function column(name: string) {
  const description = { fr: name, en: name };
  return { name, unit: 'm/s²', type: 'int16' as const, scale: 0.01, offset: 0, description, precision: 2 };
}

class UnknownMethod extends Error {}

/** A device of two modules for tests: keeps its own copy of records and answers every command. */
export function fakeDevice(given: {
  readonly number: number;
  readonly secret: string;
  readonly port: () => number;
  /** Device clock, µs since 1970. */
  readonly clockUs?: () => number;
}) {
  const { number } = given;
  const clockUs = given.clockUs ?? (() => Date.now() * 1000);
  const meta: DeviceMeta = {
    protocol: 1,
    number,
    name: `Boat ${number}`,
    version: '7.1.0',
    modules: {
      imu: {
        id: 1,
        type: 'imu',
        rateHz: 800,
        realtimeRateHz: 20,
        timing: 'regular',
        columns: ['acc_x', 'acc_y', 'acc_z', 'gyro_x', 'gyro_y', 'gyro_z'].map(column),
      },
      gps: { id: 2, type: 'gps', rateHz: 10, realtimeRateHz: 10, timing: 'stamped', columns: [column('speed')] },
    },
    features: { light: { cmd_blink: 'v1.light.blink' } },
  };
  const memory = new Map<number, { startUs: number; stopUs: number | null; blocks: Record<string, Uint8Array[]> }>();
  const deleted: number[] = [];
  /** `module sequence` of what was asked for again. */
  const resent: string[] = [];
  const calls: RpcCall[] = [];
  let running: number | null = null;
  let nextRecord = 1;
  let mqttClient: MqttClient | undefined;
  let pretends = false;
  /** Which live blocks are lost on the way. */
  let loses: (sequence: number) => boolean = () => false;
  /** What `v1.record.rec.list` knows of pages: devices before them answer all they have, or refuse what they do not know. */
  let lists: 'inPages' | 'whole' | 'withoutParameters' | 'never' = 'inPages';
  /** Told the blocks of a record that it is to forget. */
  let seesDeleted: (blocks: Uint8Array[]) => void = () => {};
  /** Calls that are not answered. */
  let mute: (method: string) => boolean = () => false;
  /** What an answer waits for. */
  let waits: (method: string) => Promise<void> | undefined = () => undefined;
  /** Calls that are answered with an error. */
  let refuses: (method: string, params: RpcCall['params']) => boolean = () => false;

  function report() {
    const record = running === null ? null : { id: running, startUs: memory.get(running)?.startUs ?? 0 };
    const state = running === null ? 'idle' : 'record';
    return { connected: true, state, battery: 80, clockUs: clockUs(), record };
  }
  async function tell(otherwise: Partial<ReturnType<typeof report>> = {}): Promise<void> {
    const status = JSON.stringify({ ...report(), ...otherwise });
    await mqttClient?.publishAsync(topics.status(number), status, { qos: 1, retain: true });
  }

  function stored(id: number): StoredRecord {
    const record = memory.get(id);
    if (record === undefined) throw new Error(`no record ${id}`);
    const blocks = Object.fromEntries(Object.entries(record.blocks).map(([name, kept]) => [name, kept.length]));
    return { id, startUs: record.startUs, stopUs: record.stopUs, blocks };
  }

  function listRecords({ after = 0, limit }: { after?: unknown; limit?: unknown }) {
    if (lists === 'never') throw new UnknownMethod('no such method');
    const all = [...memory.keys()].sort((a, b) => a - b);
    if (lists === 'withoutParameters' && limit !== undefined) throw new Error('unknown parameter');
    if (lists !== 'inPages' || limit === undefined) return { records: all.map(stored) };
    const rest = all.filter((id) => id > Number(after));
    return { records: rest.slice(0, Number(limit)).map(stored), more: rest.length > Number(limit) };
  }

  /** The next block of the running record: sample values tell where they belong. */
  function makeBlock(name: 'imu' | 'gps'): { bytes: Uint8Array; sequence: number } {
    const record = running === null ? undefined : memory.get(running);
    const kept = record?.blocks[name] ?? [];
    const sequence = kept.length;
    const module = meta.modules[name];
    if (module === undefined) throw new Error(name);
    const periodUs = (samplesPerBlock * 1e6) / module.rateHz;
    const header = {
      moduleId: module.id,
      sampleCount: samplesPerBlock,
      recordId: running ?? 0,
      sequence,
      firstSampleUs: (record?.startUs ?? clockUs()) + Math.round(sequence * periodUs),
    };
    const columns = module.columns.map((_, c) =>
      Int16Array.from({ length: samplesPerBlock }, (_v, i) => ((sequence * samplesPerBlock + i) % 30_000) + c),
    );
    const stampsUs = Uint32Array.from({ length: samplesPerBlock }, (_, i) => (i * 1e6) / module.rateHz);
    const bytes = encodeBlock(header, module, module.timing === 'stamped' ? { stampsUs, columns } : { columns });
    kept.push(bytes);
    return { bytes, sequence };
  }

  async function answer(call: RpcCall): Promise<unknown> {
    if (refuses(call.method, call.params)) throw new Error('busy');
    switch (call.method) {
      case 'v1.record.rec.start': {
        running = nextRecord++;
        memory.set(running, { startUs: clockUs(), stopUs: null, blocks: { imu: [], gps: [] } });
        await tell();
        return { recordId: running };
      }
      case 'v1.record.rec.stop': {
        if (running === null) throw new Error('not recording');
        const id = running;
        const record = memory.get(id);
        if (record !== undefined) record.stopUs = clockUs();
        running = null;
        await tell();
        return stored(id);
      }
      case 'v1.record.rec.list':
        return listRecords(call.params);
      case 'v1.record.block.resend': {
        const { recordId, module, sequences } = call.params as {
          recordId: number;
          module: string;
          sequences: number[];
        };
        resent.push(...sequences.map((sequence) => `${module} ${sequence}`));
        const kept = memory.get(recordId)?.blocks[module] ?? [];
        const found = sequences.map((sequence) => kept[sequence]).filter((bytes) => bytes !== undefined);
        for (const bytes of found) await mqttClient?.publishAsync(topics.block(number), Buffer.from(bytes), { qos: 1 });
        return { sent: found.length + (pretends ? 1 : 0) };
      }
      case 'v1.record.rec.delete':
        seesDeleted(Object.values(memory.get(Number(call.params.recordId))?.blocks ?? {}).flat());
        memory.delete(Number(call.params.recordId));
        deleted.push(Number(call.params.recordId));
        return {};
      case 'v1.clock.get':
        return { clockUs: clockUs() };
      case 'v1.clock.set':
        throw new UnknownMethod('no such method');
      default:
        return {};
    }
  }

  async function describe(): Promise<void> {
    await mqttClient?.publishAsync(topics.meta(number), JSON.stringify(meta), { qos: 1, retain: true });
  }

  async function obey(payload: Uint8Array): Promise<void> {
    const call = RpcCall.parse(JSON.parse(Buffer.from(payload).toString()));
    calls.push(call);
    if (mute(call.method)) return;
    await waits(call.method);
    const reply = await answer(call).then(
      (result) => ({ id: call.id, result }),
      (error: unknown) => ({
        id: call.id,
        error: {
          code: error instanceof UnknownMethod ? 'unknown_method' : 'state',
          message: String((error as Error).message),
        },
      }),
    );
    await mqttClient?.publishAsync(topics.rpcResponse(number), JSON.stringify(reply), { qos: 1 });
  }

  return {
    meta,
    memory,
    deleted,
    resent,
    calls,
    tell,
    describe,
    setLists: (kind: typeof lists) => {
      lists = kind;
    },
    running: () => running,
    /** As when its flash is erased: it has no record, and counts from 1 again. */
    loseMemory: () => {
      memory.clear();
      running = null;
      nextRecord = 1;
    },
    setLoss: (lost: (sequence: number) => boolean) => {
      loses = lost;
    },
    /** It says that it sends more blocks than it does. */
    setPretending: (pretending: boolean) => {
      pretends = pretending;
    },
    watchDeletions: (sees: typeof seesDeleted) => {
      seesDeleted = sees;
    },
    /** Publishes an answer to nothing that was asked. */
    async answerWith(answer: object): Promise<void> {
      await mqttClient?.publishAsync(topics.rpcResponse(number), JSON.stringify(answer), { qos: 1 });
    },
    setMute: (muted: (method: string) => boolean) => {
      mute = muted;
    },
    setWaits: (waited: typeof waits) => {
      waits = waited;
    },
    setRefusals: (refused: typeof refuses) => {
      refuses = refused;
    },
    /** `first`: what it sends before it says how it does, against the rules. */
    async plug(first: () => Promise<unknown> = async () => {}): Promise<void> {
      const name = `device-${number}`;
      mqttClient = await connectAsync(
        `mqtt://127.0.0.1:${given.port()}`,
        {
          clientId: name,
          username: name,
          password: given.secret,
          reconnectPeriod: 0,
          will: {
            topic: topics.status(number),
            payload: Buffer.from(JSON.stringify({ connected: false, state: 'off' })),
            qos: 1,
            retain: true,
          },
        },
        false,
      );
      mqttClient.on('error', () => {});
      mqttClient.on('message', (_topic, payload) => {
        obey(payload).catch(() => {}); // the connection may be gone
      });
      await mqttClient.subscribeAsync(topics.rpcRequest(number), { qos: 1 });
      await describe();
      await first();
      await tell();
    },
    /** As when the network goes: no farewell. */
    async cut(): Promise<void> {
      const old = mqttClient;
      mqttClient = undefined;
      await old?.endAsync(true);
    },
    /** Starts a record by a button on the device. */
    start: () => answer({ id: '', method: 'v1.record.rec.start', params: {} }),
    stop: () => answer({ id: '', method: 'v1.record.rec.stop', params: {} }),
    /** Records one block; sent unless lost. Answers once the broker has it (QoS 1), or at once (QoS 0). */
    async block(name: 'imu' | 'gps', qos: 0 | 1 = 0): Promise<Uint8Array> {
      const { bytes, sequence } = makeBlock(name);
      if (mqttClient?.connected && !loses(sequence)) {
        await mqttClient.publishAsync(topics.block(number), Buffer.from(bytes), { qos });
      }
      return bytes;
    },
    /** Sends bytes as a block, whatever they are. */
    async send(bytes: Uint8Array): Promise<void> {
      await mqttClient?.publishAsync(topics.block(number), Buffer.from(bytes), { qos: 1 });
    },
  };
}

export type FakeDevice = ReturnType<typeof fakeDevice>;
