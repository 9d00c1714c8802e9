import { isRefusal } from '@sillage/contract';
import { expect, it } from 'vitest';
import { hashPatiently } from './hash-patiently.ts';

/** A file whose hash is there when somebody says so. */
function slowFile() {
  const read = Promise.withResolvers<string>();
  let readings = 0;
  const file = {
    etag: 'nine',
    hash() {
      readings += 1;
      return read.promise;
    },
    close: async () => undefined,
  };
  return { file, readings: () => readings, ...read };
}

it('a hash that takes long is not waited for, goes on, and is what the next who asks hears; read once', async () => {
  const hash = hashPatiently(10);
  const { file, resolve, readings } = slowFile();
  for (let n = 0; n < 2; n += 1) {
    const answer = await hash('a', file);
    expect(isRefusal(answer) && answer.code).toBe('sync.stillHashing');
  }
  resolve('abc');
  expect(await hash('a', file)).toBe('abc');
  expect(readings()).toBe(1);
  // Asked anew, it is read anew.
  expect(await hash('a', file)).toBe('abc');
  expect(readings()).toBe(2);
});

it('a file that cannot be read is not remembered', async () => {
  const hash = hashPatiently(1000);
  const broken = { etag: 'nine', hash: () => Promise.reject(new Error('disk')), close: async () => undefined };
  await expect(hash('a', broken)).rejects.toThrow('disk');
  expect(await hash('a', { ...broken, hash: async () => 'abc' })).toBe('abc');
});
