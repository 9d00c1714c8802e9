import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { limits } from '@sillage/contract';

export interface Hears {
  /** The server took its connection. */
  connected(): void;
  entered(room: string): void;
  /** A message of the room of a device's samples. */
  samples(): void;
}

interface Watched {
  readonly url: string;
  readonly token: string;
  readonly rooms: readonly string[];
}

const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const;
const samplesBegin = Buffer.from('42["app/device/data/json/all"');
const enteredBegin = '42["message/info",';

/**
 * A viewer that costs its machine next to nothing: Socket.IO over a WebSocket by hand, whose payloads nobody reads. A thousand of
 * them leave the processor to the program that they besiege. It comes back as the product's own client does.
 */
export function startLeanViewer({ url, token, rooms }: Watched, hears: Hears): () => void {
  const { hostname, port } = new URL(url);
  let socket: Socket | undefined;
  let stopped = false;
  let again: NodeJS.Timeout | undefined;

  function open(): void {
    const one = connect({ host: hostname, port: Number(port), noDelay: true });
    socket = one;
    let rest: Buffer = Buffer.alloc(0);
    let isUpgraded = false;
    one.on('connect', () => one.write(upgradeRequest(hostname, port)));
    one.on('data', (bytes: Buffer) => {
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      if (!isUpgraded) {
        const end = rest.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!rest.subarray(0, 12).toString().endsWith('101')) return void one.destroy();
        isUpgraded = true;
        rest = rest.subarray(end + 4);
      }
      rest = takeFrames(rest, (opcode, payload) => take(one, opcode, payload));
    });
    one.on('error', () => {}); // closed next
    one.on('close', () => {
      if (!stopped) again = setTimeout(open, limits.socketRetryDelayMilliseconds * (0.5 + Math.random() / 2));
    });
  }

  function take(to: Socket, opcode: number, payload: Buffer): void {
    if (opcode === opcodes.ping) to.write(frameOf(opcodes.pong, payload));
    if (opcode !== opcodes.text) return;
    if (payload.subarray(0, samplesBegin.length).equals(samplesBegin)) {
      hears.samples();
      return;
    }
    const text = payload.toString();
    const say = (what: string) => to.write(frameOf(opcodes.text, Buffer.from(what)));
    if (text === '2') say('3');
    else if (text.startsWith('0')) say('40');
    else if (text.startsWith('40')) {
      hears.connected();
      for (const room of rooms) say(`42${JSON.stringify(['subscribe', { room, token }])}`);
    } else if (text.startsWith(enteredBegin)) {
      const room = rooms.find((name) => text.includes(JSON.stringify(name)));
      if (room !== undefined) hears.entered(room);
    }
  }

  open();
  return () => {
    stopped = true;
    clearTimeout(again);
    socket?.destroy();
  };
}

function upgradeRequest(host: string, port: string): string {
  const key = randomBytes(16).toString('base64');
  return [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    `Host: ${host}:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${key}`,
    '\r\n',
  ].join('\r\n');
}

/** A frame of a client, masked by zeros: what is sent is no secret. */
function frameOf(opcode: number, payload: Uint8Array): Buffer {
  const isShort = payload.length < 126;
  const head = isShort
    ? [0x80 | opcode, 0x80 | payload.length]
    : [0x80 | opcode, 0x80 | 126, payload.length >> 8, payload.length & 0xff];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload]);
}

/** Hands on whole frames of a server, which are not masked; answers what is left. */
function takeFrames(bytes: Buffer, take: (opcode: number, payload: Buffer) => void): Buffer {
  let at = 0;
  while (bytes.length - at >= 2) {
    const short = (bytes[at + 1] ?? 0) & 0x7f;
    const headBytes = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (bytes.length - at < headBytes) break;
    const length = short === 126 ? bytes.readUInt16BE(at + 2) : short === 127 ? bytes.readUInt32BE(at + 6) : short;
    const end = at + headBytes + length;
    if (bytes.length < end) break;
    take((bytes[at] ?? 0) & 0x0f, bytes.subarray(at + headBytes, end));
    at = end;
  }
  return bytes.subarray(at);
}
