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
      for (let at = 0; at < stream.length; at += cut) accepted = accept(stream.subarray(at, at + cut));
      expect(accepted).toBe(lengths.every((length) => length <= 2000));
    }),
  );
});

it('filters match as MQTT says', () => {
  const block = topicMatcher('sillage/v1/devices/+/block');
  expect(block('sillage/v1/devices/1/block')).toBe(true);
  expect(block('sillage/v1/devices/1/rpc/block')).toBe(false);
  expect(topicMatcher('#')('a/b')).toBe(true);
  expect(topicMatcher('a/#')('b/c')).toBe(false);
});
