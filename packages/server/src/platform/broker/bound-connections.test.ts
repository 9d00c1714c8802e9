import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createLog } from '../log/index.ts';
import { createEmbeddedBroker } from './index.ts';

const tally = { count: vi.fn() };
const opened: Socket[] = [];
let broker: Awaited<ReturnType<typeof createEmbeddedBroker>>;
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  await broker.close();
  tally.count.mockClear();
});

async function start(isOurs: (address: string) => boolean): Promise<void> {
  const others = { host: '127.0.0.1', port: 0, log: createLog('silent'), tally, authenticate: async () => undefined };
  broker = await createEmbeddedBroker({ ...others, isOurs }, { mostOfAHost: 2 });
}

async function arrive(): Promise<Socket> {
  const socket = connect(broker.port, '127.0.0.1');
  opened.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

test('silent connections of one host leave the others their places', async () => {
  await start(() => false);
  const [first, second] = [await arrive(), await arrive()];
  const third = await arrive();
  await once(third, 'close');
  expect([first.closed, second.closed]).toEqual([false, false]);
  expect(tally.count).toHaveBeenCalledWith('connection.atLimit', { reason: 'MQTT' });
});

test('those that come through a proxy of ours are not counted as one host', async () => {
  await start((address) => address === '127.0.0.1');
  for (let n = 0; n < 5; n += 1) await arrive();
  expect(tally.count).not.toHaveBeenCalled();
});
