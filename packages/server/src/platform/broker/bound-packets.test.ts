import { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boundPackets, packetCounter } from './bound-packets.ts';
import { topicMatcher } from './deliver-locally.ts';

function packet(length: number): Uint8Array {
  const head = [0x30];
  let rest = length;
  do {
    head.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  const bytes = new Uint8Array(head.length + length).fill(0xff);
  bytes.set(head);
  return bytes;
}

it('packets within the bound pass however the stream is cut; the first larger one is refused', () => {
  const sizes = fc.array(fc.nat(3000), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 700 }), (lengths, cut) => {
      const stream = Buffer.concat(lengths.map(packet));
      const accept = packetCounter(2000);
      let accepted = true;
      for (let at = 0; at < stream.length; at += cut) accepted = accept(stream.subarray(at, at + cut)) !== undefined;
      expect(accepted).toBe(lengths.every((length) => length <= 2000));
    }),
  );
});

it('packets are taken whole and in order however the stream is cut, and the rest is left as it was', () => {
  const wanted = fc.array(fc.tuple(fc.nat(400), fc.boolean()), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(wanted, fc.integer({ min: 1, max: 1500 }), (packets, cut) => {
      const sent = packets.map(([length, mine], i) => {
        const bytes = packet(length + 2);
        if (!mine) bytes[0] = 0x32;
        bytes[bytes.length - 1] = i;
        return bytes;
      });
      const stream = Buffer.concat(sent);
      const order: number[] = []; // packets as they are dealt with
      const left: Uint8Array[] = [];
      let leftBytes = 0;
      const tellLeft = () => {
        // A packet that was left is dealt with by the parser once its last byte is there.
        const all = Buffer.concat(left);
        for (let at = leftBytes; at < all.length; ) {
          const size = sizeOf(all, at);
          if (size === undefined || at + size > all.length) return;
          order.push(all[at + size - 1] ?? -1);
          at += size;
          leftBytes = at;
        }
      };
      const take = packetCounter(2000, (first, chunk, _from, to) => {
        if (first !== 0x30) return false;
        order.push(chunk[to - 1] ?? -1);
        return true;
      });
      for (let at = 0; at < stream.length; at += cut) {
        const chunk = stream.subarray(at, at + cut);
        left.push(chunk.subarray(take(chunk)));
        tellLeft();
      }
      expect(order).toEqual(packets.map((_, i) => i));
    }),
  );
});

/** Reads as MQTT's parser does: what came, when it is readable, and again once it has dealt with it. Answers how to end. */
function parse(stream: Duplex, deal: (last: number) => void, dealing: () => Promise<void> | undefined): void {
  let rest = Buffer.alloc(0);
  let isDealing = false;
  const goOn = async () => {
    if (isDealing) return;
    isDealing = true;
    for (let chunk: unknown = stream.read(); chunk instanceof Buffer; chunk = stream.read()) {
      rest = Buffer.concat([rest, chunk]);
      for (let size = sizeOf(rest, 0); size !== undefined && size <= rest.length; size = sizeOf(rest, 0)) {
        await dealing();
        deal(rest[size - 1] ?? -1);
        rest = rest.subarray(size);
      }
    }
    isDealing = false;
  };
  stream.on('readable', () => void goOn());
}

it('no packet overtakes another, taken as it is received, when it is read, or left to the parser', async () => {
  const wanted = fc.array(fc.tuple(fc.nat(300), fc.boolean()), { minLength: 1, maxLength: 30 });
  const whens = fc.array(fc.constantFrom('at once', 'tick', 'turn' as const), { minLength: 1, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(
      wanted,
      fc.integer({ min: 1, max: 900 }),
      whens,
      fc.boolean(),
      async (packets, cut, when, slow) => {
        const bytes = Buffer.concat(
          packets.map(([length, mine], i) => {
            const one = packet(length + 1);
            one[0] = mine ? 0x30 : 0x32;
            one[one.length - 1] = i;
            return one;
          }),
        );
        const stream = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
        const order: number[] = [];
        let chunks = 0;
        const take = (first: number, chunk: Uint8Array, _from: number, to: number) => {
          if (first === 0x30) order.push(chunk[to - 1] ?? -1);
          return first === 0x30;
        };
        const tooLarge = () => order.push(-1);
        boundPackets(stream, { maxPacketBytes: 2000, tooLarge, take, hasTime: () => chunks % 4 !== 3 });
        parse(
          stream,
          (last) => void order.push(last),
          () => (slow ? turn() : undefined),
        );
        for (let at = 0; at < bytes.length; at += cut) {
          stream.push(bytes.subarray(at, at + cut));
          const wait = when[chunks++ % when.length];
          if (wait === 'tick') await null;
          else if (wait === 'turn') await turn();
        }
        for (let turns = 0; order.length < packets.length && turns < 200; turns++) await turn();
        expect(order).toEqual(packets.map((_, i) => i));
      },
    ),
    { numRuns: 300 },
  );
});

it('what the parser waits for is taken as it is received, and kept while there is no time', async () => {
  const stream = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  const taken: number[] = [];
  let hasTime = true;
  const take = (_first: number, chunk: Uint8Array, _from: number, to: number) => taken.push(chunk[to - 1] ?? -1) > 0;
  boundPackets(stream, { maxPacketBytes: 2000, tooLarge() {}, take, hasTime: () => hasTime });
  parse(
    stream,
    () => {},
    () => undefined,
  );
  const send = (last: number) => {
    const one = packet(20);
    one[one.length - 1] = last;
    stream.push(Buffer.from(one));
  };
  send(1);
  expect(taken).toEqual([]); // nobody has asked yet
  await turn();
  send(2);
  expect(taken).toEqual([1, 2]);
  hasTime = false;
  send(3);
  hasTime = true;
  send(4);
  expect(taken).toEqual([1, 2]);
  await turn();
  expect(taken).toEqual([1, 2, 3, 4]);
});

it('a packet that announces more than the bound is told of, however it is received', async () => {
  for (const before of [0, 1]) {
    const stream = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
    let told = 0;
    boundPackets(stream, { maxPacketBytes: 2000, tooLarge: () => told++ });
    stream.on('readable', () => void stream.read());
    if (before > 0) stream.push(Buffer.from(packet(10)));
    await turn();
    stream.push(Buffer.from(packet(2001)));
    await turn();
    expect(told).toBeGreaterThan(0);
  }
});

/** Bytes of the packet at `at`, undefined while its length is not known. */
function sizeOf(bytes: Uint8Array, at: number): number | undefined {
  let length = 0;
  for (let i = 1; i <= 4; i++) {
    const byte = bytes[at + i];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * 128 ** (i - 1);
    if (byte < 0x80) return 1 + i + length;
  }
  return undefined;
}

it('filters match as MQTT says', () => {
  const block = topicMatcher('sillage/v1/devices/+/block');
  expect(block('sillage/v1/devices/1/block')).toBe(true);
  expect(block('sillage/v1/devices/1/rpc/block')).toBe(false);
  expect(topicMatcher('#')('a/b')).toBe(true);
  expect(topicMatcher('a/#')('b/c')).toBe(false);
});

it('is not asked by a read that only has the stream filled: the parser may still deal with what came before', () => {
  const stream = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  let taken = 0;
  boundPackets(stream, { maxPacketBytes: 2000, tooLarge() {}, take: () => ++taken > 0 });
  stream.read(0);
  stream.push(Buffer.from(packet(20)));
  expect(taken).toBe(0);
  stream.read();
  expect(taken).toBe(1);
});
