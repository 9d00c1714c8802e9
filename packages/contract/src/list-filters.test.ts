import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { api } from './index.ts';

const Given = z.object({ name: z.string(), body: z.instanceof(z.ZodType) });
/** Lists that take filters in a body: those that are asked for with a page. */
const lists = Object.values(api)
  .map((one) => Given.safeParse(one).data)
  .filter((one) => one !== undefined)
  .filter(({ body }) => z.object({ pageId: z.literal(1) }).safeParse(body.safeParse({}).data).success);

describe.each(lists.map((list) => [list.name, list.body] as const))('%s', (_, body) => {
  const all = z.record(z.string(), z.unknown()).parse(body.parse({}));

  test('refuses a filter that it does not know, by its name', () => {
    const issues = body.safeParse({ nonsense: 5 }).error?.issues;
    expect(issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['nonsense'] }]);
  });

  test('takes null, an empty text and an empty list as all', () => {
    const names = Object.keys(all).filter((name) => !/^page/.test(name));
    for (const name of names) {
      for (const value of [null, '', []]) {
        expect([name, value, body.safeParse({ [name]: value }).data]).toEqual([name, value, all]);
      }
    }
  });
});

test('all lists are among them', () => {
  expect(lists.length).toBeGreaterThan(12);
});
