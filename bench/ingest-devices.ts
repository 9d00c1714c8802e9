import { setTimeout as sleep } from 'node:timers/promises';
import { deviceUsername, encodeBlock, RpcCall, topics } from '@sillage/device-protocol';
import { connectAsync, type MqttClient } from 'mqtt';
import { type DevicesStart, load, metaOf, module, preciseNowMs } from './ingest-load.ts';

/** 200 devices that record and stream, each over its own authenticated connection. */
process.on('message', (start: DevicesStart) => void run(start));
process.on('disconnect', () => process.exit(0));

async function run({ port, secrets, startMs }: DevicesStart): Promise<void> {
  const startUs = Math.round(startMs * 1000);
  const clients: { client: MqttClient; number: number }[] = [];
  for (const { number, secret } of secrets) {
    clients.push({ number, client: await plug(port, number, secret, startUs) });
    await sleep(2);
  }
  process.send?.('ready');
  const groups = 10;
  const periodMs = 1000 / load.blocksPerSecond / groups;
  const firstMs = preciseNowMs();
  const rest = Array.from({ length: 4 }, (_, c) =>
    Int16Array.from({ length: load.samplesPerBlock }, (_v, i) => c * 1000 + i * 7),
  );
  for (let tick = 0; ; tick++) {
    const waitMs = firstMs + tick * periodMs - preciseNowMs();
    if (waitMs > 0) await sleep(waitMs);
    const sequence = Math.floor(tick / groups);
    for (let d = tick % groups; d < clients.length; d += groups) {
      const to = clients[d];
      if (to === undefined) continue;
      const nowMs = preciseNowMs();
      const sent = new Int32Array(load.samplesPerBlock).fill(Math.round((nowMs - startMs) * 1000));
      const firstSampleUs = startUs + Math.round((sequence * 1e6) / load.blocksPerSecond);
      const block = encodeBlock(
        { moduleId: 1, sampleCount: load.samplesPerBlock, recordId: 1, sequence, firstSampleUs },
        module,
        { columns: [sent, ...rest] },
      );
      to.client.stream.write(publishPacket(topics.block(to.number), block));
    }
  }
}

/** PUBLISH with QoS 0, made here so that the load costs less than what it loads. */
function publishPacket(topic: string, payload: Uint8Array): Buffer {
  const name = Buffer.from(topic);
  const length = 2 + name.length + payload.length;
  const head = Buffer.from([0x30, (length & 0x7f) | 0x80, length >> 7, name.length >> 8, name.length & 0xff]);
  return Buffer.concat([head, name, payload]);
}

async function plug(port: number, number: number, secret: string, startUs: number): Promise<MqttClient> {
  const name = deviceUsername(number);
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { clientId: name, username: name, password: secret });
  const answers: Record<string, () => unknown> = {
    'v1.clock.get': () => ({ clockUs: Math.round(preciseNowMs() * 1000) }),
    'v1.record.rec.list': () => ({ records: [] }),
  };
  client.on('message', (_topic, payload) => {
    const { id, method } = RpcCall.parse(JSON.parse(payload.toString()));
    const result = answers[method]?.() ?? {};
    client.publish(topics.rpcResponse(number), JSON.stringify({ id, result }), { qos: 1 });
  });
  await client.subscribeAsync(topics.rpcRequest(number), { qos: 1 });
  await client.publishAsync(topics.meta(number), JSON.stringify(metaOf(number)), { qos: 1, retain: true });
  const report = () => {
    const record = { id: 1, startUs };
    const status = {
      connected: true,
      state: 'record',
      battery: 80,
      clockUs: Math.round(preciseNowMs() * 1000),
      record,
    };
    return client.publishAsync(topics.status(number), JSON.stringify(status), { qos: 1, retain: true });
  };
  await report();
  setInterval(report, 5000);
  return client;
}
