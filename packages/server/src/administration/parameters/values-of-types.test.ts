import { api, fieldSentence, ParameterTable, type ParameterType } from '@sillage/contract';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { tables } from '../../platform/database/index.ts';
import { builtInsOf } from './catalogue/index.ts';
import { openTestParameters } from './open-test-parameters.ts';

const { test, db, ids, at, set, read } = await openTestParameters();
afterAll(() => test.close());
beforeEach(() => db.delete(tables.parameters));

const name = 'club::test::essai';
const home = test.clientIds.home;
const add = (description: object, of = name) =>
  test.ask('manager', api.createParameter, { ...at('Client', home, of), body: description });
const item = (value: string) => ({ value, title: { fr: value, en: value } });

describe('a value comes back as it was set, whatever its type and however it looks', () => {
  const cases: [z.infer<typeof ParameterType>, unknown[], object?][] = [
    ['json', ['{"a":1}', '[1, 2]', '"text"', '5', 'true', 'null', '{ "as": "typed" }'], { default: '{"z":0}' }],
    ['string', ['plain', '5', 'true', 'null', '{"a":1}', '"quoted"', '[1]', '']],
    ['color', ['#3f51b5']],
    ['int', [0, -3, Number.MAX_SAFE_INTEGER, null]],
    ['float', [0.1, -1e-9, 1e20, null]],
    ['bool', [true, false]],
    ['table', [['a=1', '2={"x":1}']]],
    ['list', ['10', 'true'], { items: [item('10'), item('true')] }],
    ['list', [['10'], ['true', '10']], { items: [item('10'), item('true')], multiple: true }],
  ];
  it.each(cases)('%s: %j', async (type, values, more = {}) => {
    expect(await add({ type, ...more })).toMatchObject({ status: 201 });
    for (const value of values) {
      for (const body of [{ cookie_value: value }, { value }]) {
        const answer = await test.ask('manager', api.setParameter, { ...at('Client', home, name), body });
        expect(answer).toMatchObject({ status: 200, body: { value } });
        expect(await read('athlete', 'Client', home, name)).toMatchObject({ value, modified_by: 'Ana manager' });
      }
    }
  });
});

describe('a number keeps to the rule that its parameter carries', () => {
  it.each([
    ['Sport', 'rec_params::courbes::epaisseur', 'lineWidth', [1, 4, 2.5], [0.9, 4.1, -1]],
    ['Sport', 'rec_params::lissage::fenetre', 'positive', [0, 0.1], [-0.1]],
    ['Client', 'general::enregistrement::arret_auto', 'atLeastOne', [1], [0, -5]],
    ['General', 'general::affichage::decimales', 'decimals', [0, 10], [-1, 11]],
    ['General', 'general::enregistrement::duree_min', 'positive', [0], [-2]],
  ] as const)('%s %s: %s', async (table, of, rule, good, bad) => {
    const id = { Client: home, Sport: ids.rowing, General: 1 }[table];
    for (const value of good) expect(await set('admin', table, id, of, value)).toMatchObject({ status: 200 });
    for (const value of bad) {
      expect(await set('admin', table, id, of, value)).toMatchObject({ status: 422, fields: { value: rule } });
    }
  });

  it.each([
    ['frequency', [0, 5000], [5001, -1]],
    ['cutoff', [0.5, 5000], [5000.5, -1]],
  ] as const)('one that a person added: %s', async (rule, good, bad) => {
    await add({ type: 'float', rule });
    for (const value of good) expect((await set('manager', 'Client', home, name, value)).status).toBe(200);
    for (const value of bad) {
      expect((await set('manager', 'Client', home, name, value)).fields).toEqual({ value: 'frequency' });
    }
  });

  it('which readers see, and which is said in both languages', async () => {
    await add({ type: 'int', rule: 'frequency' });
    expect(await read('athlete', 'Client', home, name)).toMatchObject({ rule: 'frequency' });
    expect(fieldSentence('frequency')).toEqual({
      fr: 'Fréquence invalide, 5 000 au plus',
      en: 'Invalid frequency, 5,000 at most',
    });
    expect(fieldSentence('lineWidth')).toEqual({ fr: 'Nombre de 1 à 4 attendu', en: 'Expected a number from 1 to 4' });
  });

  it('every number of the product has one, and its default obeys it', () => {
    const numbers = ParameterTable.options
      .flatMap((table) => builtInsOf(table, undefined))
      .filter(({ type }) => type === 'int' || type === 'float');
    expect(numbers.filter(({ rule }) => rule === null).map((one) => one.name)).toEqual([]);
  });

  it('a parameter of one’s own, too; only numbers have rules', async () => {
    expect((await add({ type: 'int', rule: 'frequency', default: 5001 })).fields).toEqual({ default: 'frequency' });
    expect((await add({ type: 'string', rule: 'frequency' })).fields).toEqual({ rule: 'invalidFormat' });
    expect((await add({ type: 'int', rule: 'frequency' })).body).toMatchObject({ rule: 'frequency' });
    expect((await set('manager', 'Client', home, name, 9000)).fields).toEqual({ value: 'frequency' });
    expect((await set('manager', 'Client', home, name, 50)).body?.value).toBe(50);
  });
});

describe('a parameter of one’s own', () => {
  it.each(['badname', 'a::b', 'a::b::c::d', '::b::c', 'a::::c', 'a:b::c::d'])('is not called %s', async (of) => {
    expect(await add({ type: 'int' }, of)).toMatchObject({ status: 422, fields: { cookie_name: 'invalidFormat' } });
    expect(await db.$count(tables.parameters)).toBe(0);
  });

  it('that is a text of some takes no other', async () => {
    const text = { type: 'string', items: [item('x'), item('y')] };
    expect((await add({ ...text, default: 'z' })).fields).toEqual({ default: 'unknown' });
    expect((await add({ ...text, default: 'x' })).status).toBe(201);
    for (const value of ['z', '']) {
      expect((await set('manager', 'Client', home, name, value)).fields).toEqual({ value: 'unknown' });
    }
    expect((await set('manager', 'Client', home, name, 'y')).body).toMatchObject({ value: 'y', modified: true });
    expect((await set('manager', 'Client', home, name, null)).body?.value).toBeNull();
  });

  it('that is a whole number takes only those that stay as they are', async () => {
    expect((await add({ type: 'int', default: 1e20 })).fields).toEqual({ default: 'safeInteger' });
    await add({ type: 'int' });
    for (const value of [1e20, Number.MAX_SAFE_INTEGER + 1]) {
      expect((await set('manager', 'Client', home, name, value)).fields).toEqual({ value: 'safeInteger' });
    }
    expect((await set('manager', 'Client', home, name, 'abc')).fields).toEqual({ value: 'integer' });
  });

  it('that was added before its rules were known is still there and is reset, set and deleted', async () => {
    const kept = { tableName: 'Client' as const, targetId: home, name: 'old' };
    await db.insert(tables.parameters).values({ ...kept, description: { type: 'int', default: 1e20 } });
    expect(await read('manager', 'Client', home, 'old')).toMatchObject({ value: 1e20, rule: null, custom: true });
    expect((await set('manager', 'Client', home, 'old', 3)).body?.value).toBe(3);
    expect((await test.ask('manager', api.deleteParameter, at('Client', home, 'old'))).status).toBe(204);
  });
});
