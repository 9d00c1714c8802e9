import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Sha256Stream } from './sha256.ts';

it('gives the digest of Node whatever pieces the bytes come in', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 12 }), (pieces) => {
      const stream = new Sha256Stream();
      const known = createHash('sha256');
      for (const piece of pieces) {
        stream.update(piece);
        known.update(piece);
      }
      expect(Buffer.from(stream.digest()).toString('hex')).toBe(known.digest('hex'));
    }),
    { numRuns: 1000 },
  );
});
