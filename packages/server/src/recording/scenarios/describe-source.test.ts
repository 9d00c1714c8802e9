import { api } from '@sillage/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { provideBuiltIns, scenarioRoutes } from '../../administration/scenarios/index.ts';
import { openTestAdministration, type TestAdministration } from '../../administration/tenancy/testing.ts';
import { readBuiltIns } from './built-ins.ts';
import { examples } from './examples.ts';
import { createLanguages, describeSource } from './languages.ts';

let hub: TestAdministration;
beforeAll(async () => {
  hub = await openTestAdministration();
  const languages = createLanguages(() => ({ requireJail: false }));
  scenarioRoutes(hub.serve, { db: hub.db, ...languages, describe: describeSource, examples });
});
afterAll(() => hub.close());

const upload = (body: object) =>
  hub.ask('manager', api.uploadCompiledScenario, { params: { clientId: hub.clientIds.home }, body });
const text = (header: string, statements = 'wait 1 s') => `scenario "Pesée" en "Weighing"\n${header}\n${statements}\n`;
const header = 'about "Se peser." en "Weigh yourself."\nclass WeighScenario\ncalibration';

test('a program is named, classed, marked and described by its header; what is said with it goes before', async () => {
  expect((await upload({ language: 'txt', source: text(header) })).body).toMatchObject({
    ...{ name: 'Pesée', classname: 'WeighScenario', is_calib: true, comment: 'Se peser.', problems: [] },
    display_name: { fr: 'Pesée', en: 'Weighing' },
  });
  const said = { name: 'La nôtre', is_calib: false, comment: 'club' };
  const source = text(header).replace('WeighScenario', 'OtherScenario');
  expect((await upload({ language: 'txt', source, ...said })).body).toMatchObject({
    ...{ ...said, classname: 'OtherScenario', display_name: { fr: 'Pesée', en: 'Weighing' } },
  });
  const python = '#: scenario "Traction" en "Pull"\n#: class PullScenario\n#: calibration\na = 1\n';
  expect((await upload({ language: 'py', source: python })).body).toMatchObject({
    ...{ name: 'Traction', classname: 'PullScenario', is_calib: true, display_name: { en: 'Pull' } },
  });
});

test('a header counts although the rest is wrong; a class that is taken is refused by its field', async () => {
  const broken = await upload({ language: 'txt', source: text('class BrokenScenario', 'record begin'), name: 'Cassé' });
  expect(broken.body).toMatchObject({ classname: 'BrokenScenario', display_name: { en: 'Weighing' } });
  expect(broken.body?.problems).toHaveLength(1);
  const again = await upload({ language: 'txt', source: text('class BrokenScenario'), name: 'Encore' });
  expect([again.code, again.fields]).toEqual(['entity.conflict', { classname: 'taken' }]);
  const plain = await upload({ language: 'txt', source: 'wait 1 s\n', name: 'Sans en-tête' });
  expect(plain.body).toMatchObject({ classname: 'SansEnTete', display_name: { fr: 'Sans en-tête' } });
});

test('an edited source says anew what it says otherwise than before; its class stays', async () => {
  const made = (await upload({ language: 'txt', source: text('class EditedScenario'), name: 'Modifiée' })).body;
  const edit = (body: object) =>
    hub.ask('manager', api.editCompiledScenario, { params: { clientId: hub.clientIds.home, id: made?.id ?? 0 }, body });
  await edit({ display_name: { fr: 'À nous', en: 'Ours' } });
  const same = await edit({ source: text('class EditedScenario\ncalibration', 'wait 2 s') });
  expect(same.body).toMatchObject({ display_name: { fr: 'À nous' }, is_calib: true, classname: 'EditedScenario' });
  const renamed = await edit({ source: text('class NewScenario').replace('Pesée', 'Peser') });
  expect(renamed.body).toMatchObject({
    ...{
      display_name: { fr: 'Peser', en: 'Weighing' },
      is_calib: false,
      classname: 'EditedScenario',
      name: 'Modifiée',
    },
  });
});

test('a program of the product is read with its source by a club, and changed by none', async () => {
  const { check } = createLanguages(() => ({ requireJail: false }));
  await provideBuiltIns(hub.db, check, await readBuiltIns());
  const params = { clientId: hub.clientIds.home };
  const { body } = await hub.ask('manager', api.listAvailableCompiled, { params });
  const { id = 0, classname } = body?.items.find(({ kind }) => kind === 'builtin') ?? {};
  const of = { params: { ...params, id } };
  const read = await hub.ask('manager', api.readCompiledScenario, of);
  expect(read.body).toMatchObject({
    classname,
    kind: 'builtin',
    source: expect.stringContaining(`class ${classname}`),
  });
  const edited = await hub.ask('manager', api.editCompiledScenario, { ...of, body: { source: 'wait 1 s\n' } });
  expect(edited.code).toBe('entity.notFound');
  const removed = await hub.ask('manager', api.removeClientScenario, { params: { ...params, scenarioId: id } });
  expect(removed.code).toBeDefined();
});
