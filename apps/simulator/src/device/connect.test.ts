import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { DeviceLine } from './connect.ts';

const connack = Buffer.from([0x20, 2, 0, 0]);
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closers.splice(0)) await close();
});

/** A hub that hangs up on whoever calls, or lets them in. */
async function openHub() {
  const hub = createServer();
  await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => hub.close(resolve)));
  const address = hub.address();
  const line = () =>
    new DeviceLine({
      brokerUrl: `mqtt://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
      ...{ number: 10_200_042, secret: 'x', connected() {}, called() {}, log() {} },
    });
  const called = async (): Promise<Socket> => {
    const [socket]: Socket[] = await once(hub, 'connection');
    if (socket === undefined) throw new Error('nobody called');
    return socket.on('error', () => {}).resume();
  };
  return { line, called };
}

/** Waits until the device waits for its next try, and answers for how long. */
async function waitBefore(called: Promise<Socket>): Promise<[number, Socket]> {
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
  const beganMs = performance.now();
  vi.advanceTimersToNextTimer();
  return [performance.now() - beganMs, await called];
}

it('a device calls a hub that is away less often each time, within bounds, and soon again after it was there', async () => {
  const { line, called } = await openHub();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const first = called();
  const device = line();
  closers.unshift(() => device.close());
  let socket = await first;
  const waits: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    socket.destroy();
    const [waitMs, next] = await waitBefore(called());
    waits.push(waitMs);
    socket = next;
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 8000, 8000]);
  socket.write(connack);
  while (!device.connected) await new Promise((resolve) => setImmediate(resolve));
  socket.destroy();
  while (device.connected) await new Promise((resolve) => setImmediate(resolve));
  const [waitMs] = await waitBefore(called());
  expect(waitMs).toBe(1000);
});
