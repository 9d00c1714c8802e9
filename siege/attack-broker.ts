import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { brokenPacket, type Credentials, connectPacket, nonsensePacket } from './mqtt-packets.ts';
import type { Chance } from './seeded-random.ts';

/** Bytes of packets written before waiting for the other side to read. */
const packetsAWrite = 200;
const openTimeoutMs = 10_000;

interface Target {
  readonly mqttPort: number;
  readonly chance: Chance;
}

/** Sends packets that end the connection, each on one of its own; half of them after signing in. Answers how many. */
export async function sendBrokenPackets(target: Target, stranger: Credentials, count: number): Promise<number> {
  let sent = 0;
  while (sent < count) {
    const socket = await open(target.mqttPort);
    if (socket === undefined) continue;
    if (target.chance.next() < 0.5) socket.write(connectPacket(stranger));
    const packets = target.chance.whole(1, 40);
    for (let i = 0; i < packets; i++) socket.write(brokenPacket(target.chance));
    sent += packets;
    if (target.chance.next() < 0.5) socket.resetAndDestroy();
    else socket.end();
    await Promise.race([once(socket, 'close').catch(() => undefined), delay(500)]);
    socket.destroy();
  }
  return sent;
}

/** Signs in as a device and sends nonsense on its own topics, as fast as the broker reads. Answers how many. */
export async function sendNonsense(target: Target, device: Credentials & { number: number }, count: number) {
  let sent = 0;
  while (sent < count) {
    const socket = await open(target.mqttPort);
    if (socket === undefined) continue;
    socket.write(connectPacket(device));
    await delay(50);
    while (sent < count && !socket.destroyed) {
      const some = Array.from({ length: packetsAWrite }, () => nonsensePacket(target.chance, device.number));
      sent += some.length;
      if (!socket.write(Buffer.concat(some))) {
        await Promise.race([once(socket, 'drain').catch(() => undefined), delay(2000)]);
      }
    }
    socket.destroy();
  }
  return sent;
}

/** Opens connections that say nothing, a byte now and then, or half of a packet, and leaves them. */
export async function holdConnections({ chance }: Target, port: number, count: number): Promise<() => void> {
  const held: Socket[] = [];
  for (let i = 0; i < count; i++) {
    const socket = await open(port);
    if (socket === undefined) continue;
    held.push(socket);
    const kind = chance.whole(0, 2);
    if (kind === 1) socket.write(connectPacket({ name: 'device-1', secret: 'x' }).subarray(0, 9));
    if (kind === 2) {
      const timer = setInterval(() => socket.write(Buffer.from([0x10])), 1000);
      socket.on('close', () => clearInterval(timer));
    }
  }
  return () => {
    for (const socket of held) socket.destroy();
  };
}

/** A connection; undefined where none is to be had now. Errors on it are the point of a siege. */
async function open(port: number): Promise<Socket | undefined> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  socket.resume();
  const opened = once(socket, 'connect').then(
    () => true,
    () => false,
  );
  if (await Promise.race([opened, delay(openTimeoutMs, false)])) return socket;
  socket.destroy();
  await delay(100);
  return undefined;
}
