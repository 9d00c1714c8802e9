import type { Chance } from './seeded-random.ts';

/** MQTT 3.1.1, section 2.2.3. */
function remainingLength(bytes: number): number[] {
  const digits: number[] = [];
  let left = bytes;
  do {
    digits.push((left % 128) + (left >= 128 ? 128 : 0));
    left = Math.floor(left / 128);
  } while (left > 0);
  return digits;
}

function packet(first: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([first, ...remainingLength(body.length)]), body]);
}

function text(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
}

export interface Credentials {
  readonly name: string;
  readonly secret: string;
}

/** A CONNECT as devices send it. */
export function connectPacket({ name, secret }: Credentials): Buffer {
  return packet(0x10, text('MQTT'), Buffer.from([4, 0xc2, 0, 60]), text(name), text(name), text(secret));
}

/** QoS 0. */
export function publishPacket(topic: string, payload: Uint8Array): Buffer {
  return packet(0x30, text(topic), payload);
}

function noise(chance: Chance, bytes: number): Buffer {
  return Buffer.from(Array.from({ length: bytes }, () => chance.whole(0, 255)));
}

/** Bytes that no client may send before or after it signed in; a broker cuts the connection. */
export function brokenPacket(chance: Chance): Buffer {
  switch (chance.whole(0, 8)) {
    case 0:
      return noise(chance, chance.whole(1, 200));
    case 1: // a length that never ends
      return Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0xff]);
    case 2: // a length beyond every bound
      return Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f, 0, 1]);
    case 3: // a CONNECT whose fields end too early
      return packet(0x10, text('MQTT'), Buffer.from([4, 0xc2]));
    case 4: // another protocol
      return packet(0x10, text(noise(chance, 6)), Buffer.from([chance.whole(0, 255), 0xff, 0, 0]), text('x'));
    case 5: // a topic that is no UTF-8
      return packet(0x30, text(Buffer.from([0xc3, 0x28, 0xff, 0x00])), noise(chance, 8));
    case 6: // a topic longer than its packet
      return packet(0x32, Buffer.from([0xff, 0xff]), noise(chance, 10));
    case 7: // SUBSCRIBE to everything
      return packet(0x82, Buffer.from([0, 1]), text('#'), Buffer.from([2]));
    default: // types that only a server sends, or nobody
      return packet(chance.pick([0x00, 0x20, 0x40, 0x90, 0xb0, 0xd0, 0xf0, 0x36]), noise(chance, chance.whole(0, 12)));
  }
}

/** A packet that MQTT lets pass and Sillage may not: a device's own topic, and nonsense in it. */
export function nonsensePacket(chance: Chance, number: number): Buffer {
  const root = `sillage/v1/devices/${number}/`;
  const topic = chance.pick(['block', 'block', 'block', 'status', 'meta', 'rpc/response']);
  return publishPacket(root + topic, topic === 'block' ? brokenBlock(chance) : brokenJson(chance, number));
}

/** A block's 24-byte header (docs/device-protocol.md, section 4) with anything in it. */
function brokenBlock(chance: Chance): Buffer {
  const bytes = noise(chance, chance.whole(0, 120));
  if (bytes.length > 1 && chance.next() < 0.5) bytes[0] = 1;
  return bytes;
}

function brokenJson(chance: Chance, number: number): Buffer {
  const texts = [
    '{',
    'null',
    '[]',
    '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[',
    `{"protocol":1,"number":${number},"modules":{}}`,
    `{"protocol":1e308,"number":${number}}`,
    `{"connected":true,"state":"${'x'.repeat(200)}"}`,
    `{"connected":true,"state":"record","recordId":${chance.whole(-5, 2 ** 31)},"startUs":1e300}`,
    '{"__proto__":{"connected":true},"state":"record"}',
    '{"id":1,"result":{"records":null}}',
    '\u0000\ud800',
  ] as const;
  return chance.next() < 0.3 ? noise(chance, chance.whole(0, 90)) : Buffer.from(chance.pick(texts));
}
