import { api, limits, type ScenarioLanguage } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestAdministration, type TestAdministration } from '../tenancy/testing.ts';
import { scenarioRoutes } from './index.ts';

let hub: TestAdministration;
let clientId: number;
beforeAll(async () => {
  hub = await openTestAdministration();
  clientId = hub.clientIds.home;
  const example = { filename: 'example', source: '' };
  scenarioRoutes(hub.serve, {
    db: hub.db,
    check: async () => ({ params: [], problems: [], drawing: null }),
    describe: () => null,
    jail: async () => ({ required: false, missing: [] }),
    examples: { txt: example, py: example },
  });
});
afterAll(() => hub.close());

async function add(name: string, source: string): Promise<number> {
  const body = { name, language: 'txt', source };
  const made = await hub.ask('manager', api.uploadCompiledScenario, { params: { clientId }, body });
  return made.body?.id ?? 0;
}
const edit = (id: number, body: { source?: string; language?: ScenarioLanguage; name?: string }) =>
  hub.ask('admin', api.editCompiledScenario, { params: { clientId, id }, body });
async function versionsOf(id: number) {
  const { body } = await hub.ask('manager', api.listScenarioVersions, { params: { clientId, id } });
  return body?.items ?? [];
}
async function sourceOf(id: number, versionId: number | undefined) {
  const params = { clientId, id, versionId: versionId ?? 0 };
  return (await hub.ask('manager', api.readScenarioVersion, { params })).body?.source;
}

test('each text is kept with who wrote it and when, the newest first; one that is taken back is a new version', async () => {
  const before = Date.now();
  const id = await add('Saut', 'one');
  await edit(id, { source: 'two' });
  const [present, first] = await versionsOf(id);
  expect(present).toMatchObject({ user_name: 'Ana admin', language: 'txt', is_present: true });
  expect(first).toMatchObject({ user_name: 'Ana manager', is_present: false });
  expect(Date.parse(first?.kept_at ?? '')).toBeGreaterThanOrEqual(before - 1);
  expect(await sourceOf(id, first?.id)).toBe('one');
  await edit(id, { language: 'py', source: 'one' });
  const versions = await versionsOf(id);
  expect(versions.map(({ language, is_present }) => [language, is_present])).toEqual([
    ['py', true],
    ['txt', false],
    ['txt', false],
  ]);
});

test('what leaves the text as it is makes no version: another name, the same text, a compilation', async () => {
  const id = await add('Autre', 'one');
  await edit(id, { name: 'Autrement' });
  await edit(id, { source: 'one' });
  await hub.ask('manager', api.recompileScenario, { params: { clientId, id } });
  expect(await versionsOf(id)).toHaveLength(1);
});

test('a text that came from elsewhere is kept as nobody’s before it is written over', async () => {
  const id = await add('Ailleurs', 'one');
  await hub.db.update(tables.scenarios).set({ source: 'elsewhere' }).where(eq(tables.scenarios.id, id));
  expect((await versionsOf(id)).map(({ is_present }) => is_present)).toEqual([false]);
  await edit(id, { source: 'three' });
  const versions = await versionsOf(id);
  expect(versions.map(({ user_name }) => user_name)).toEqual(['Ana admin', '', 'Ana manager']);
  expect(await sourceOf(id, versions[1]?.id)).toBe('elsewhere');
});

test('the oldest go beyond the bound, those of other scenarios stay', async () => {
  const other = await add('Voisin', 'other');
  const id = await add('Long', '0');
  for (let n = 1; n <= limits.scenarioVersions; n += 1) await edit(id, { source: String(n) });
  const versions = await versionsOf(id);
  expect(versions).toHaveLength(limits.scenarioVersions);
  expect(await sourceOf(id, versions.at(-1)?.id)).toBe('1');
  expect(await versionsOf(other)).toHaveLength(1);
  expect(await sourceOf(other, versions[0]?.id)).toBeUndefined();
});

test('only who may compile reads them, in their own club', async () => {
  const id = await add('Secret', 'one');
  const [version] = await versionsOf(id);
  const params = { clientId, id, versionId: version?.id ?? 0 };
  for (const [who, code] of [
    ['athlete', 'permission.denied'],
    ['awayManager', 'entity.notFound'],
  ] as const) {
    expect((await hub.ask(who, api.listScenarioVersions, { params: { clientId, id } })).code, who).toBe(code);
    expect((await hub.ask(who, api.readScenarioVersion, { params })).code, who).toBe(code);
  }
});
