import { api, brokenParameterValue, ParameterTable } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { builtInsOf } from './catalogue/index.ts';
import { readRecordRules } from './index.ts';
import { openTestParameters } from './open-test-parameters.ts';

const { test, db, ids, at, set, read } = await openTestParameters();
afterAll(() => test.close());
beforeEach(() => db.delete(tables.parameters));

describe('the product’s parameters', () => {
  it('have both languages, a default that their own rule takes, and three words at most', () => {
    let count = 0;
    for (const table of ParameterTable.options) {
      for (const one of builtInsOf(table, undefined)) {
        count += 1;
        expect(one.name).toMatch(/^\w+(::\w+::\w+)?$/);
        for (const text of [one.display_name, one.hint]) {
          expect([one.name, text.fr !== '' && text.en !== '']).toEqual([one.name, true]);
        }
        for (const value of [one.default, ...Object.values(one.defaultOfSport ?? {})]) {
          expect([one.name, value === null ? undefined : brokenParameterValue(one, value)]).toEqual([
            one.name,
            undefined,
          ]);
        }
      }
      const names = builtInsOf(table, undefined).map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
    }
    expect(count).toBeGreaterThan(15);
  });

  it('are those of the sport, with its defaults', async () => {
    const list = async (id: number) =>
      (await test.ask('athlete', api.listParameters, { params: { tableName: 'Sport', id } })).body ?? {};
    const [rowing, cycling] = [await list(ids.rowing), await list(ids.cycling)];
    expect(rowing).toHaveProperty('aviron::affichage::unite_allure');
    expect(cycling).not.toHaveProperty('aviron::affichage::unite_allure');
    expect(cycling['rec_params::courbes::variables']?.value).toEqual(['speed', 'cadence', 'Puissance']);
    expect(rowing['rec_params::courbes::variables']?.titles).toEqual([
      { fr: 'Enregistrements', en: 'Records' },
      { fr: 'Courbes', en: 'Curves' },
    ]);
  });
});

describe('a value', () => {
  const name = 'rec_params::lissage::fenetre';
  const curves = 'rec_params::courbes::variables';
  const person = test.idOf('athlete');

  it('is set, remembered with who set it, and returns to the default', async () => {
    const changed = await set('coach', 'User', person, name, 0.35);
    expect(changed).toMatchObject({
      status: 200,
      body: { value: 0.35, modified: true, modified_by: 'Ana coach', custom: false },
    });
    expect(await read('athlete', 'User', person, name)).toEqual(changed.body);
    const reset = await test.ask('coach', api.resetParameter, at('User', person, name));
    expect(reset.body).toMatchObject({ value: 0, modified: false, modified_by: null, modified_date: null });
    expect(await db.$count(tables.parameters)).toBe(0);
  });

  it('is taken as cookie_value, as value, and bare', async () => {
    for (const body of [{ cookie_value: 31 }, { value: 32 }, 33]) {
      const answer = await test.ask('coach', api.setParameter, { ...at('User', person, name), body });
      expect(answer.body?.value).toBe(typeof body === 'number' ? 33 : Object.values(body)[0]);
    }
  });

  it.each([
    [name, 'much', 'number'],
    [name, { a: 1 }, ''],
    [curves, [], 'listEmpty'],
    [curves, ['acc_x', 'nothing'], 'unknown'],
    [curves, null, 'listEmpty'],
    ['timezone', ['UTC', 'Europe/Paris'], 'tooMany'],
    ['show_shortcuts', 'yes', 'invalidFormat'],
    ['show_shortcuts', null, 'invalidFormat'],
  ])('of %s is refused when it is %j: %s', async (of, value, rule) => {
    const answer = await set('coach', 'User', person, of, value);
    expect(answer.status).toBe(422);
    if (rule !== '') expect(answer.fields).toEqual({ value: rule });
    expect(await db.$count(tables.parameters)).toBe(0);
  });

  it('of a number may be empty; one choice and one of several are kept in their own form', async () => {
    const value = async (of: string, given: unknown) => (await set('coach', 'User', person, of, given)).body?.value;
    expect(await value(name, null)).toBeNull();
    expect(await value('timezone', ['UTC'])).toBe('UTC');
    expect(await value(curves, 'acc_x')).toEqual(['acc_x']);
    expect(await value(curves, ['roll', 'acc_x'])).toEqual(['roll', 'acc_x']);
  });

  it('that the parameter no longer takes is as if it had not been set', async () => {
    await db.insert(tables.parameters).values({ tableName: 'User', targetId: person, name, value: 'old', isSet: true });
    expect(await read('coach', 'User', person, name)).toMatchObject({ value: 0, modified: false });
  });
});

describe('a value of a parameter that the product does not have now', () => {
  it('is not shown nor changed, stays, and is back with its parameter', async () => {
    const name = 'aviron::affichage::unite_allure';
    const call = (sport: string) =>
      db.update(tables.sports).set({ name: sport }).where(eq(tables.sports.id, ids.rowing));
    const list = async () =>
      Object.keys(
        (await test.ask('admin', api.listParameters, { params: { tableName: 'Sport', id: ids.rowing } })).body ?? {},
      );
    await set('admin', 'Sport', ids.rowing, name, 'm_s');
    await call('skiff');
    expect(await list()).not.toContain(name);
    expect((await set('admin', 'Sport', ids.rowing, name, 'km_h')).status).toBe(404);
    expect((await test.ask('admin', api.resetParameter, at('Sport', ids.rowing, name))).status).toBe(404);
    expect((await test.ask('admin', api.deleteParameter, at('Sport', ids.rowing, name))).status).toBe(404);
    await call('aviron');
    expect(await read('admin', 'Sport', ids.rowing, name)).toMatchObject({ value: 'm_s', modified_by: 'Ana admin' });
  });

  it('of an earlier version stays as it was, whatever is done beside it', async () => {
    const kept = { tableName: 'Client' as const, targetId: test.clientIds.home, isSet: true };
    const rows = [
      { ...kept, name: 'pdf_params::mise_en_page::format', value: 'A3' },
      { ...kept, name: 'rec_params::courbes::axe', value: 'D' },
    ];
    await db.insert(tables.parameters).values(rows);
    const params = { tableName: 'Client', id: test.clientIds.home } as const;
    const listed = Object.keys((await test.ask('manager', api.listParameters, { params })).body ?? {});
    for (const { name } of rows) expect(listed).not.toContain(name);
    await set('manager', 'Client', params.id, 'rec_params::courbes::zero_commun', true);
    const stored = await db.select().from(tables.parameters);
    expect(stored).toEqual(expect.arrayContaining(rows.map((row) => expect.objectContaining(row))));
  });
});

describe('a parameter of one’s own', () => {
  const name = 'club::test::essai';
  const description = { type: 'list', items: [{ value: 'a', title: { fr: 'A', en: 'A' } }], default: 'a' } as const;
  const create = (who: string, of: string, body: unknown = description) =>
    test.ask(who, api.createParameter, { ...at('Client', test.clientIds.home, of), body });
  const remove = (who: string, of: string) => test.ask(who, api.deleteParameter, at('Client', test.clientIds.home, of));

  it('is added by its description, set, reset, listed and deleted', async () => {
    const made = await create('manager', name);
    expect(made).toMatchObject({
      status: 201,
      body: { name, value: 'a', custom: true, display_name: { fr: 'essai', en: 'essai' } },
    });
    expect((await set('manager', 'Client', test.clientIds.home, name, 'b')).fields).toEqual({ value: 'unknown' });
    expect((await set('manager', 'Client', test.clientIds.home, name, 'a')).status).toBe(200);
    expect((await test.ask('manager', api.resetParameter, at('Client', test.clientIds.home, name))).body).toMatchObject(
      { modified: false },
    );
    expect(await read('athlete', 'Client', test.clientIds.home, name)).toMatchObject({ custom: true });
    expect((await remove('manager', name)).status).toBe(204);
    expect((await test.ask('manager', api.readParameter, at('Client', test.clientIds.home, name))).status).toBe(404);
  });

  it('cannot take a name that is there, nor a default that breaks its rule', async () => {
    await create('manager', name);
    expect(await create('manager', name)).toMatchObject({ status: 409, fields: { cookie_name: 'taken' } });
    expect((await create('manager', 'rec_params::courbes::epaisseur')).status).toBe(409);
    expect((await create('manager', 'a::b::c', { ...description, default: 'z' })).fields).toEqual({
      default: 'unknown',
    });
    expect((await create('manager', 'a::b::c', { type: 'table', default: ['x'] })).fields).toEqual({
      default: 'tableRow',
    });
    expect((await create('manager', 'a::b::c::d')).fields).toEqual({ cookie_name: 'invalidFormat' });
    expect((await create('manager', 'a::b::c', {})).fields).toHaveProperty('type');
  });

  it('of the product is not deleted', async () => {
    expect((await remove('manager', 'rec_params::courbes::epaisseur')).code).toBe('parameter.builtIn');
    expect((await remove('manager', 'nothing')).status).toBe(404);
  });
});

it('the language is the one of the account, read and written', async () => {
  const id = test.idOf('athlete');
  expect(await read('athlete', 'User', id, 'lang')).toMatchObject({ value: 'fr', modified: false });
  expect((await set('athlete', 'User', id, 'lang', 'en')).body).toMatchObject({ value: 'en', modified: true });
  const language = async () => (await db.select().from(tables.users).where(eq(tables.users.id, id)))[0]?.language;
  expect(await language()).toBe('en');
  expect((await set('athlete', 'User', id, 'lang', 'de')).fields).toEqual({ value: 'unknown' });
  await test.ask('athlete', api.resetParameter, at('User', id, 'lang'));
  expect(await language()).toBe('fr');
  expect(await db.$count(tables.parameters)).toBe(0);
});

describe('what a report and a record of a person and sport are made with', () => {
  const name = 'rec_params::courbes::variables';
  const params = () => ({ userId: test.idOf('athlete'), sportId: ids.cycling });
  const merged = async (who = 'athlete') =>
    (await test.ask(who, api.readRecordParameters, { params: params() })).body ?? {};

  it('is the person’s choice, else the client’s, else the sport’s, else the default of the sport', async () => {
    expect((await merged())[name]).toEqual(['speed', 'cadence', 'Puissance']);
    await set('admin', 'Sport', ids.cycling, name, ['speed']);
    expect((await merged())[name]).toEqual(['speed']);
    await set('manager', 'Client', test.clientIds.home, name, ['cadence']);
    expect((await merged())[name]).toEqual(['cadence']);
    // The general default, chosen on purpose, is a choice, too.
    await set('athlete', 'User', test.idOf('athlete'), name, ['acc_x', 'acc_y', 'acc_z']);
    expect((await merged('coach'))[name]).toEqual(['acc_x', 'acc_y', 'acc_z']);
  });

  it('has the names of its category only, those of the club’s own among them', async () => {
    const body = { type: 'int', default: 3 };
    await test.ask('manager', api.createParameter, {
      ...at('Client', test.clientIds.home, 'rec_params::club::n'),
      body,
    });
    const names = Object.keys(await merged());
    expect(names.every((one) => one.startsWith('rec_params::'))).toBe(true);
    expect(names).toContain('rec_params::club::n');
    await test.ask('manager', api.createParameter, {
      ...at('Client', test.clientIds.home, 'pdf_params::club::n'),
      body,
    });
    expect((await test.ask('athlete', api.readPdfParameters, { params: params() })).body).toEqual({
      'pdf_params::club::n': 3,
    });
  });

  it('without a sport is the person’s choice, else the client’s, else the default', async () => {
    const none = async () =>
      (await test.ask('athlete', api.readRecordParameters, { params: { ...params(), sportId: '0' } })).body ?? {};
    await set('admin', 'Sport', ids.cycling, name, ['speed']);
    expect((await none())[name]).toBeNull();
    await set('manager', 'Client', test.clientIds.home, name, ['cadence']);
    expect((await none())[name]).toEqual(['cadence']);
  });

  it('is not there for strangers', async () => {
    const status = async (who: string, more: object = {}) =>
      (await test.ask(who, api.readPdfParameters, { params: { ...params(), ...more } })).status;
    expect([await status('awayManager'), await status('loner'), await status('coach', { sportId: 99_999 })]).toEqual([
      404, 404, 404,
    ]);
  });
});

describe('what screens of a client say values with', () => {
  const shown = async (who = 'athlete', clientId = test.clientIds.home) =>
    (await test.ask(who, api.readDisplaySettings, { params: { clientId } })).body;
  const speed = 'general::unites::vitesse';
  const pace = 'aviron::affichage::unite_allure';

  it('is set for all, and by sports that have their own', async () => {
    expect(await shown()).toEqual({
      shortest_record: 2,
      decimals: null,
      speed_unit: 'km_h',
      sports: [{ sport_id: ids.rowing, speed_unit: 'min_500m' }],
      live_speed_unit: 'km_h',
    });
    await set('admin', 'General', 1, speed, 'm_s');
    await set('admin', 'General', 1, 'general::enregistrement::duree_min', 5);
    await set('admin', 'General', 1, 'general::affichage::decimales', 1);
    await set('admin', 'Sport', ids.rowing, pace, 'km_h');
    expect(await shown()).toEqual({
      shortest_record: 5,
      decimals: 1,
      speed_unit: 'm_s',
      sports: [{ sport_id: ids.rowing, speed_unit: 'km_h' }],
      live_speed_unit: 'm_s',
    });
  });

  it('is live that of the only sport of the client', async () => {
    await db.insert(tables.clientSports).values({ clientId: test.clientIds.home, sportId: ids.rowing });
    expect(await shown()).toMatchObject({ live_speed_unit: 'min_500m' });
    await db.insert(tables.clientSports).values({ clientId: test.clientIds.home, sportId: ids.cycling });
    expect(await shown()).toMatchObject({ live_speed_unit: 'km_h' });
    await db.delete(tables.clientSports);
  });

  it('is not there for strangers', async () => {
    expect(await shown('athlete', test.clientIds.away)).toBeUndefined();
    expect(await shown('admin', 99_999)).toBeUndefined();
  });
});

it('what a client wants of its records is what its managers set', async () => {
  const rules = () => readRecordRules(db, test.clientIds.home);
  expect(await rules()).toEqual({ namePrefix: '', stopAfterSeconds: undefined });
  await set('manager', 'Client', test.clientIds.home, 'general::enregistrement::nom', 'Sortie');
  await set('manager', 'Client', test.clientIds.home, 'general::enregistrement::arret_auto', 90);
  expect(await rules()).toEqual({ namePrefix: 'Sortie', stopAfterSeconds: 5400 });
});
