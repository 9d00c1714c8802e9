import { api, limits } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestAdministration } from '../tenancy/testing.ts';
import { parameterRoutes } from './index.ts';

test('a thing takes a bounded number of added parameters, also when they come at once, and another one when one goes', async () => {
  const hub = await openTestAdministration();
  parameterRoutes(hub.serve, { ...hub, judgeFormula: () => undefined });
  const params = { tableName: 'User', id: hub.idOf('athlete') } as const;
  const one = (name: string) => ({ params, query: { cookie_name: `own::notes::${name}` } });
  const add = (name: string) => hub.ask('athlete', api.createParameter, { ...one(name), body: { type: 'string' } });
  const rows = Array.from({ length: limits.addedParameters - 2 }, (_, n) => ({
    tableName: 'User' as const,
    targetId: params.id,
    name: `own::notes::p${n}`,
    description: { type: 'string' as const },
  }));
  await hub.db.insert(tables.parameters).values(rows);
  const codes = (await Promise.all(['a', 'b', 'c', 'd', 'e'].map(add))).map(({ code }) => code);
  expect(codes.filter((code) => code === undefined)).toHaveLength(2);
  expect(codes.filter((code) => code === 'parameter.tooMany')).toHaveLength(3);
  expect(await hub.db.$count(tables.parameters, eq(tables.parameters.targetId, params.id))).toBe(
    limits.addedParameters,
  );
  expect((await hub.ask('athlete', api.deleteParameter, one('p0'))).status).toBe(204);
  expect((await add('f')).code).toBeUndefined();
  await hub.close();
});

test('what describes a parameter, and its value, are short: lists of them are answered whole', async () => {
  const hub = await openTestAdministration();
  parameterRoutes(hub.serve, { ...hub, judgeFormula: () => undefined });
  const one = (name: string) => ({
    params: { tableName: 'User', id: hub.idOf('athlete') } as const,
    query: { cookie_name: `own::notes::${name}` },
  });
  const items = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ value: `v${i}`, title: { fr: 'x'.repeat(50), en: 'x'.repeat(50) } }));
  const add = (name: string, count: number) =>
    hub.ask('athlete', api.createParameter, { ...one(name), body: { type: 'list', items: items(count) } });
  expect((await add('short', 100)).code).toBeUndefined();
  expect(await add('long', 200)).toMatchObject({ code: 'request.invalid', fields: { items: 'maxLength' } });
  const table = await hub.ask('athlete', api.createParameter, { ...one('table'), body: { type: 'table' } });
  expect(table.code).toBeUndefined();
  const rows = (count: number) => Array.from({ length: count }, (_, i) => `name ${i}=${'x'.repeat(50)}`);
  const set = (count: number) => hub.ask('athlete', api.setParameter, { ...one('table'), body: rows(count) });
  expect((await set(300)).code).toBeUndefined();
  expect((await set(400)).code).toBe('request.invalid');
  await hub.close();
});
