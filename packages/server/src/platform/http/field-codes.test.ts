import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldCodes } from './field-codes.ts';

const codes = (schema: z.ZodType, value: unknown) => fieldCodes(schema.safeParse(value).error?.issues ?? []);

describe('the code of a field', () => {
  it('is the schema’s own, or zod’s, or that it is missing', () => {
    const schema = z.object({ mail: z.email({ error: 'email' }), age: z.int(), crew: z.array(z.int().min(0)) });
    expect(codes(schema, { mail: 'x', crew: [1, -1] })).toEqual({
      mail: 'email',
      age: 'required',
      'crew.1': 'too_small',
    });
    expect(
      codes(z.object({ upload: z.uuid(), half: z.number().multipleOf(0.5) }), { upload: 'nope', half: 0.3 }),
    ).toEqual({
      upload: 'invalidFormat',
      half: 'invalidFormat',
    });
    expect(codes(z.object({ mail: z.string({ error: 'required' }) }), {})).toEqual({ mail: 'required' });
  });

  it('is told of the first hundred fields', () => {
    const names = Object.fromEntries(Array.from({ length: 4000 }, (_, n) => [`k${n}`, 1]));
    expect(Object.keys(codes(z.strictObject({}), names))).toHaveLength(100);
    expect(Object.keys(codes(z.array(z.string()), Array(4000).fill(1)))).toHaveLength(100);
  });

  it('is the first rule that a field breaks', () => {
    const schema = z.string().min(3, { error: 'minLength' }).regex(/^a/, { error: 'invalidFormat' });
    expect(codes(z.object({ name: schema }), { name: 'b' })).toEqual({ name: 'minLength' });
  });

  it('inside a union is that of the branch that takes the value’s type', () => {
    const address = z.object({ url: z.union([z.literal(''), z.url({ error: 'url' })]) });
    expect(codes(address, { url: 'nowhere' })).toEqual({ url: 'url' });
    const ids = z.object({ ids: z.array(z.union([z.int().max(9, { error: 'unknown' }), z.object({ id: z.int() })])) });
    expect(codes(ids, { ids: [1, 10] })).toEqual({ 'ids.1': 'unknown' });
    expect(codes(ids, { ids: [{ id: 'x' }] })).toEqual({ 'ids.0.id': 'invalid_type' });
  });

  it('inside a union is what all branches agree on, and the union’s own code when they do not', () => {
    const rate = z.object({ rate: z.union([z.number({ error: 'number' }), z.string({ error: 'number' }).max(0)]) });
    expect(codes(rate, { rate: true })).toEqual({ rate: 'number' });
    const apart = z.object({ rate: z.union([z.number().min(5), z.number().max(1)]) });
    expect(codes(apart, { rate: 3 })).toEqual({ rate: 'invalid_union' });
    const named = z.object({ fps: z.union([z.literal(12), z.literal(24)], { error: 'chooseOne' }) });
    expect(codes(named, { fps: 13 })).toEqual({ fps: 'chooseOne' });
    expect(codes(z.object({ fps: z.union([z.literal(12), z.literal(24)]) }), { fps: 13 })).toEqual({
      fps: 'invalid_value',
    });
  });

  it('inside a union in a union keeps its whole path', () => {
    const inner = z.union([z.null(), z.object({ a: z.union([z.literal(''), z.url({ error: 'url' })]) })]);
    expect(codes(z.object({ outer: inner }), { outer: { a: 'x' } })).toEqual({ 'outer.a': 'url' });
  });
});
