import { type LiveData, rooms } from '@sillage/contract';
import { io } from 'socket.io-client';
import { load, preciseNowMs, type ViewersResult, type ViewersStart } from './ingest-load.ts';

/** Sockets of browsers, each watching one device. `measure` starts anew, `result` answers what was seen since. */
let latenciesMs: number[] = [];
let messages = 0;
let startMs = 0;

process.on('message', (message: ViewersStart | 'measure' | 'result') => {
  if (message === 'measure') {
    latenciesMs = [];
    messages = 0;
  } else if (message === 'result') {
    const result: ViewersResult = { latenciesMs, messages };
    process.send?.(result);
  } else void watchAll(message);
});
process.on('disconnect', () => process.exit(0));

async function watchAll(start: ViewersStart): Promise<void> {
  startMs = start.startMs;
  for (let i = 0; i < load.viewers; i++) {
    const number = start.numbers[i % start.numbers.length] ?? 0;
    const socket = io(`http://127.0.0.1:${start.port}`, { transports: ['websocket'], forceNew: true });
    socket.on(rooms.liveData.event, (payload: LiveData) => note(payload));
    if (!socket.connected) await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    socket.emit('subscribe', { room: rooms.liveData.room(number), token: 'bench' });
  }
  process.send?.('ready');
}

function note(payload: LiveData): void {
  messages++;
  const arrivedMs = preciseNowMs();
  for (const sentMs of new Set(payload.data.imu?.sent ?? [])) {
    if (sentMs !== null) latenciesMs.push(arrivedMs - (startMs + sentMs));
  }
}
