import { topics } from '@sillage/device-protocol';
import { sql } from 'drizzle-orm';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, expect, it, vi } from 'vitest';
import { openTestIngest } from './open-test-ingest.ts';

const hub = await openTestIngest();
const connections: MqttClient[] = [];
afterAll(async () => {
  await Promise.all(connections.map((one) => one.endAsync(true)));
  await hub.close();
});

const numbers = [10200201, 10200202, 10200203, 10200204];
const messageBytes = 60_000;
/** Each is refused once it is read, and counted. */
const unreadable = Buffer.alloc(messageBytes, '!');

async function connect(number: number): Promise<MqttClient> {
  const { port, secret } = await hub.addStranger(number);
  const name = `device-${number}`;
  const options = { clientId: name, username: name, password: secret, reconnectPeriod: 0 };
  const connection = await connectAsync(`mqtt://127.0.0.1:${port}`, options, false);
  connections.push(connection);
  return connection;
}

function taken(): number {
  const counted = hub.tally
    .rows()
    .filter(({ what, device }) => what === 'status.refused' && numbers.includes(device ?? 0));
  return counted.reduce((sum, { count }) => sum + count, 0);
}

it('what devices tell before their rows are read waits in 16 MB of all of them, and 200 messages of one', async () => {
  await hub.db.transaction(async (tx) => {
    // Who reads a device has its row then, and waits for its athletes.
    await tx.execute(sql`LOCK TABLE device_users IN ACCESS EXCLUSIVE MODE`);
    for (const number of numbers) {
      const connection = await connect(number);
      const tell = () => connection.publishAsync(topics.status(number), unreadable, { qos: 1 });
      await Promise.all(Array.from({ length: 250 }, tell));
    }
    expect(taken()).toBe(0);
  });
  // 200 of the first device, and of the second as many as there was room for.
  const most = Math.floor((16 * 1024 ** 2) / messageBytes);
  await vi.waitFor(() => expect(taken()).toBe(most), { timeout: 15_000, interval: 20 });
  // Who comes later is heard: the room was given back.
  const [connection] = connections;
  await connection?.publishAsync(topics.status(numbers[0] ?? 0), unreadable, { qos: 1 });
  await vi.waitFor(() => expect(taken()).toBe(most + 1), { timeout: 15_000, interval: 20 });
});
