import { expect, it } from 'vitest';
import { uuidV7 } from './uuid-v7.ts';

it('carries the time, the version, the variant and the randomness', () => {
  expect(uuidV7(0x0123456789ab, new Uint8Array(10).fill(0xff))).toBe('01234567-89ab-7fff-bfff-ffffffffffff');
  expect(uuidV7(1, new Uint8Array(10))).toBe('00000000-0001-7000-8000-000000000000');
});
