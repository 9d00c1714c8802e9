import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BlockHeader,
  type DecodedBlock,
  DeviceMeta,
  DeviceReport,
  decodeBlock,
  mayPublish,
  maySubscribe,
  parseTopic,
  RpcAnswer,
  type RpcMethod,
  readBlockHeader,
  StoredRecord,
  topics,
} from '@sillage/device-protocol';
import { Aedes } from 'aedes';
import type { Samples } from './recordings/loop.ts';

export interface HeardBlock {
  readonly number: number;
  readonly header: BlockHeader;
  readonly qos: number;
  readonly bytes: Buffer;
}

/** A real broker, on a free port unless told, and what a hub hears on it. Devices have the secret `secret-<number>`. */
export async function openTestListener(port = 0) {
  const sockets = new Set<Socket>();
  const metas = new Map<number, DeviceMeta>();
  const reports: { number: number; report: DeviceReport }[] = [];
  const blocks: HeardBlock[] = [];
  const answers = new Map<string, (answer: RpcAnswer) => void>();
  const refused: string[] = [];
  const broker = await Aedes.createBroker({
    authenticate: (_client, username, password, done) =>
      done(null, String(password) === `secret-${username?.replace('device-', '')}`),
    authorizePublish: (client, packet, done) => {
      const number = Number(client?.id.replace('device-', ''));
      const allowed = client === null || mayPublish(number, packet.topic);
      if (!allowed) refused.push(packet.topic);
      done(allowed ? null : new Error('not yours'));
    },
    authorizeSubscribe: (client, subscription, done) => {
      const number = Number(client.id.replace('device-', ''));
      done(null, maySubscribe(number, subscription.topic) ? subscription : null);
    },
  });
  broker.on('publish', (packet) => {
    const topic = parseTopic(packet.topic);
    if (!topic) return;
    const payload = Buffer.from(packet.payload);
    if (topic.kind === 'block') {
      const header = readBlockHeader(payload);
      if (typeof header === 'string') throw new Error(`damaged block: ${header}`);
      blocks.push({ number: topic.number, header, qos: packet.qos, bytes: payload });
      return;
    }
    const content: unknown = JSON.parse(payload.toString('utf8'));
    if (topic.kind === 'meta') metas.set(topic.number, DeviceMeta.parse(content));
    if (topic.kind === 'status') reports.push({ number: topic.number, report: DeviceReport.parse(content) });
    if (topic.kind === 'rpc/response') {
      const answer = RpcAnswer.parse(content);
      answers.get(answer.id)?.(answer);
    }
  });
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)));
    broker.handle(socket);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const folder = await mkdtemp(join(tmpdir(), 'sillage-fleet-'));
  let calls = 0;

  async function call(number: number, method: RpcMethod | 'v1.nothing', params: object = {}, id = `call-${++calls}`) {
    const answered = new Promise<RpcAnswer>((resolve) => answers.set(id, resolve));
    const payload = Buffer.from(JSON.stringify({ id, method, params }));
    broker.publish(
      { cmd: 'publish', topic: topics.rpcRequest(number), payload, qos: 1, retain: false, dup: false },
      () => undefined,
    );
    return answered;
  }
  return {
    url: `mqtt://127.0.0.1:${address.port}`,
    port: address.port,
    folder,
    metas,
    reports,
    blocks,
    refused,
    call,
    /** The result of a call; fails on a refusal. */
    async ask(number: number, method: RpcMethod, params: object = {}): Promise<unknown> {
      const answer = await call(number, method, params);
      if ('error' in answer) throw new Error(answer.error.code);
      return answer.result;
    },
    async stopRecord(number: number): Promise<StoredRecord> {
      return StoredRecord.parse(await this.ask(number, 'v1.record.rec.stop'));
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await new Promise<void>((resolve) => broker.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type TestListener = Awaited<ReturnType<typeof openTestListener>>;

/** The blocks of a record and module by sequence; of blocks that came twice, one. */
export function blocksOf(hub: TestListener, number: number, recordId: number, module: string): Map<number, HeardBlock> {
  const id = hub.metas.get(number)?.modules[module]?.id;
  const own = hub.blocks.filter(
    (b) => b.number === number && b.header.recordId === recordId && b.header.moduleId === id,
  );
  return new Map(own.sort((a, b) => a.header.sequence - b.header.sequence).map((b) => [b.header.sequence, b]));
}

/** Sequences below `count` that did not arrive. */
export function missing(blocks: ReadonlyMap<number, HeardBlock>, count: number): number[] {
  return Array.from({ length: count }, (_, sequence) => sequence).filter((sequence) => !blocks.has(sequence));
}

/** All samples of blocks, read as any hub reads them: with the meta. */
export function samplesOf(blocks: Iterable<HeardBlock>, meta: DeviceMeta, module: string): Samples {
  const moduleMeta = meta.modules[module];
  if (!moduleMeta) throw new Error(`no module ${module}`);
  const parts: DecodedBlock[] = [];
  for (const { bytes, header } of blocks) {
    const part = decodeBlock(bytes, header, moduleMeta);
    if (typeof part === 'string') throw new Error(`damaged block: ${part}`);
    parts.push(part);
  }
  const times = parts.flatMap(({ timesUs }) => [...timesUs]);
  return {
    names: moduleMeta.columns.map(({ name }) => name),
    timesUs: Float64Array.from(times, (t) => t - (times[0] ?? 0)),
    values: moduleMeta.columns.map((_, c) => Float64Array.from(parts.flatMap(({ values }) => [...(values[c] ?? [])]))),
  };
}
