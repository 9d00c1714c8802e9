import { createWriteStream, type WriteStream } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server as NetServer } from 'node:net';
import { join } from 'node:path';
import { type LiveData, rooms } from '@sillage/contract';
import { decodeBlock, parseTopic, readBlockHeader, topics } from '@sillage/device-protocol';
import { Aedes } from 'aedes';
import { connectAsync } from 'mqtt';
import { Server } from 'socket.io';
import { load, module } from './ingest-load.ts';

/**
 * The same work by the libraries as they come: blocks are received by aedes, or from a broker that runs elsewhere, checked, appended
 * to a file a device, and shown to those in its room. Nobody is authenticated, nothing is synced, repaired or kept in a database.
 */
const [folder, brokerUrl] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: plain-server.ts <folder> [<url of a broker>]');
const files = new Map<number, WriteStream>();
const http = createHttpServer();
const io = new Server(http, { perMessageDeflate: false, httpCompression: false, serveClient: false });
io.on('connection', (socket) => {
  socket.on('subscribe', ({ room }: { readonly room: string }) => socket.join(room));
});

function take(topic: string, bytes: Uint8Array): void {
  const number = parseTopic(topic)?.number;
  const header = readBlockHeader(bytes);
  if (number === undefined || typeof header === 'string') return;
  const block = decodeBlock(bytes, header, module);
  if (typeof block === 'string') return;
  const file = files.get(number) ?? createWriteStream(join(folder ?? '', `${number}.blocks`));
  files.set(number, file);
  file.write(bytes);
  const room = rooms.liveData.room(number);
  if (!io.sockets.adapter.rooms.has(room)) return;
  // One sample a block is shown.
  const columns = module.columns.map(({ name }, i) => [name, [block.values[i]?.[0] ?? null]] as const);
  const seconds = header.sequence / load.blocksPerSecond;
  const data: LiveData = {
    ...{ number, recTime: seconds, deviceRecId: header.recordId, selections: [] },
    data: { imu: { T: [seconds], ...Object.fromEntries(columns) } },
  };
  io.to(room).emit(rooms.liveData.event, data);
}

/** Answers the port at which devices connect. */
async function listenToDevices(): Promise<number> {
  if (brokerUrl !== undefined) {
    const client = await connectAsync(brokerUrl);
    client.on('message', take);
    await client.subscribeAsync(topics.block(0).replace('/0/', '/+/'), { qos: 0 });
    return Number(new URL(brokerUrl).port);
  }
  const broker = await Aedes.createBroker();
  broker.on('publish', ({ topic, payload }) => {
    if (typeof payload !== 'string') take(topic, payload);
  });
  return portOf(await listening(createServer(broker.handle)));
}

function listening<T extends NetServer>(server: T): Promise<T> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

function portOf(server: NetServer): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const mqtt = await listenToDevices();
await listening(http);
process.on('disconnect', () => process.exit(0));
process.send?.({ ports: { mqtt, http: portOf(http) } });
