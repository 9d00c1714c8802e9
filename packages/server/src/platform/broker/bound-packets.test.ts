import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packetCounter } from './bound-packets.ts';
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
