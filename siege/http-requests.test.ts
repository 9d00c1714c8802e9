import { expect, test } from 'vitest';
import { nextRequest, type Operation, readOperations } from './http-requests.ts';
import { seededChance } from './seeded-random.ts';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    ids: { type: 'array', items: { type: 'integer' } },
    kind: { enum: ['a', 'b'] },
    x: { anyOf: [{ type: 'number' }, { type: 'null' }] },
  },
};
const operations = readOperations({
  openapi: '3.1.0',
  paths: {
    '/records/{id}/data': {
      get: {
        parameters: [
          { name: 'id', in: 'path' },
          { name: 'wanted_y', in: 'query' },
        ],
      },
    },
    '/records': {
      post: {
        requestBody: {
          content: { 'application/json': { schema }, 'multipart/form-data': { schema: { type: 'object' } } },
        },
      },
    },
  },
});
const [first, ...others] = operations;
if (first === undefined) throw new Error('no operations');
const some: [Operation, ...Operation[]] = [first, ...others];

function requests(seed: number, count = 2000) {
  const chance = seededChance(seed);
  return Array.from({ length: count }, () => nextRequest(some, ['Bearer coach', 'ApiKey key'], chance));
}

test('the operations of a document are read', () => {
  expect(operations.map(({ method, path, query, isForm }) => [method, path, query, isForm])).toEqual([
    ['GET', '/records/{id}/data', ['wanted_y'], false],
    ['POST', '/records', [], true],
  ]);
});

test('the same seed gives the same requests, another seed others', () => {
  const told = (seed: number) =>
    requests(seed).map(({ what, bytes, manner }) => [what, bytes.toString('latin1'), manner]);
  expect(told(7)).toEqual(told(7));
  expect(told(7)).not.toEqual(told(8));
});

test('they are usual and broken ones, of every operation and every manner', () => {
  const all = requests(1);
  expect(new Set(all.map(({ manner }) => manner))).toEqual(new Set(['wait', 'leave', 'reset', 'drip']));
  const whats = all.map(({ what }) => what);
  for (const part of [
    'GET /records/{id}/data',
    'POST /records',
    'upgrade ',
    'byte ',
    'TRACE',
    '//[',
    'Transfer-Encoding',
  ]) {
    expect(
      whats.some((what) => what.includes(part)),
      part,
    ).toBe(true);
  }
  const asText = all.map(({ bytes }) => bytes.toString());
  expect(asText.some((text) => text.includes('form-data; name="data"'))).toBe(true);
  expect(asText.some((text) => text.includes('Authorization: ApiKey key'))).toBe(true);
});
