import { api, brokenParameterValue, ParameterTable } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { builtInsOf } from './catalogue/index.ts';
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
    expect(count).toBeGreaterThan(40);
  });

  it('are those of the sport, with its defaults', async () => {
    const list = async (id: number) =>
      (await test.ask('athlete', api.listParameters, { params: { tableName: 'Sport', id } })).body ?? {};
    const [rowing, cycling] = [await list(ids.rowing), await list(ids.cycling)];
    expect(rowing).toHaveProperty('aviron::detection_coup::seuil_attaque');
    expect(cycling).not.toHaveProperty('aviron::detection_coup::seuil_attaque');
    expect(cycling['rec_params::courbes::variables']?.value).toEqual(['speed', 'cadence', 'Puissance']);
    expect(rowing['rec_params::courbes::variables']?.titles).toEqual([
      { fr: 'Enregistrements', en: 'Records' },
      { fr: 'Courbes', en: 'Curves' },
    ]);
  });
});

describe('a value', () => {
  const threshold = 'aviron::detection_coup::seuil_attaque';

  it('is set, remembered with who set it, and returns to the default', async () => {
    const changed = await set('coach', 'Device', ids.device, threshold, 35);
    expect(changed).toMatchObject({
      status: 200,
      body: { value: 35, modified: true, modified_by: 'Ana coach', custom: false },
    });
    expect(await read('athlete', 'Device', ids.device, threshold)).toEqual(changed.body);
    const reset = await test.ask('coach', api.resetParameter, at('Device', ids.device, threshold));
    expect(reset.body).toMatchObject({ value: 30, modified: false, modified_by: null, modified_date: null });
    expect(await db.$count(tables.parameters)).toBe(0);
  });

  it('is taken as cookie_value, as value, and bare', async () => {
    for (const body of [{ cookie_value: 31 }, { value: 32 }, 33]) {
      const answer = await test.ask('coach', api.setParameter, { ...at('Device', ids.device, threshold), body });
      expect(answer.body?.value).toBe(typeof body === 'number' ? 33 : Object.values(body)[0]);
    }
  });

  it.each([
    [threshold, 'much', 'number'],
    [threshold, { a: 1 }, ''],
    ['aviron::puissance::fenetre', 1.5, 'integer'],
    ['aviron::detection_coup::gain_poste', [], 'listEmpty'],
    ['aviron::detection_coup::gain_poste', ['Nage=1.00', 'two'], 'tableRow'],
    ['aviron::detection_coup::voies', [], 'listEmpty'],
    ['aviron::detection_coup::voies', ['acc_x', 'nothing'], 'unknown'],
    ['aviron::detection_coup::voies', null, 'listEmpty'],
    ['aviron::detection_coup::axe_ref', ['acc_x', 'acc_y'], 'tooMany'],
    ['aviron::detection_coup::ignorer_isoles', 'yes', 'invalidFormat'],
    ['aviron::detection_coup::ignorer_isoles', null, 'invalidFormat'],
  ])('of %s is refused when it is %j: %s', async (name, value, rule) => {
    const answer = await set('coach', 'Device', ids.device, name, value);
    expect(answer.status).toBe(422);
    if (rule !== '') expect(answer.fields).toEqual({ value: rule });
    expect(await db.$count(tables.parameters)).toBe(0);
  });

  it('of a number may be empty; one choice and one of several are kept in their own form', async () => {
    const value = async (name: string, given: unknown) =>
      (await set('coach', 'Device', ids.device, name, given)).body?.value;
    expect(await value(threshold, null)).toBeNull();
    expect(await value('aviron::detection_coup::axe_ref', ['acc_y'])).toBe('acc_y');
    expect(await value('aviron::detection_coup::voies', 'acc_x')).toEqual(['acc_x']);
    expect(await value('aviron::affichage::ordre_postes', ['4', '3'])).toEqual(['4', '3']);
  });

  it('that the parameter no longer takes is as if it had not been set', async () => {
    await db
      .insert(tables.parameters)
      .values({ tableName: 'Device', targetId: ids.device, name: threshold, value: 'old', isSet: true });
    expect(await read('coach', 'Device', ids.device, threshold)).toMatchObject({ value: 30, modified: false });
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
    expect((await create('manager', 'pdf_params::mise_en_page::logo')).status).toBe(409);
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
    expect((await remove('manager', 'pdf_params::mise_en_page::logo')).code).toBe('parameter.builtIn');
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
    const pdf = (await test.ask('athlete', api.readPdfParameters, { params: params() })).body ?? {};
    expect(pdf['pdf_params::mise_en_page::format']).toBe('A4');
  });

  it('is not there for strangers', async () => {
    const status = async (who: string, more: object = {}) =>
      (await test.ask(who, api.readPdfParameters, { params: { ...params(), ...more } })).status;
    expect([await status('awayManager'), await status('loner'), await status('coach', { sportId: 99_999 })]).toEqual([
      404, 404, 404,
    ]);
  });
});
