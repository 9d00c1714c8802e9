import { api, type ParameterTable } from '@sillage/contract';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestParameters } from './open-test-parameters.ts';

const { test, db, ids, at, set } = await openTestParameters();
afterAll(() => test.close());
beforeEach(() => db.delete(tables.parameters));

describe('who may read and change parameters', () => {
  const name: Record<ParameterTable, string> = {
    General: 'general::affichage::decimales',
    User: 'show_shortcuts',
    Client: 'general::enregistrement::arret_auto',
    Sport: 'rec_params::lissage::fenetre',
    // The product has none there: one that somebody added.
    Sensor: 'club::of::sensor',
    Device: 'club::of::device',
  };
  const everyone = ['admin', 'manager', 'coach', 'athlete', 'loner', 'awayManager'];
  /** A letter a person: w changes, r reads only, - is told that there is no such thing. */
  async function access(table: ParameterTable, id: number): Promise<string> {
    const description = { type: 'int' as const };
    const added = { tableName: table, targetId: id, name: name[table], description };
    if (table === 'Sensor' || table === 'Device') await db.insert(tables.parameters).values(added);
    const value = table === 'User' ? false : 7;
    let letters = '';
    for (const who of everyone) {
      const seen = (await test.ask(who, api.listParameters, { params: { tableName: table, id } })).status;
      const one = (await test.ask(who, api.readParameter, at(table, id, name[table]))).status;
      const changed = (await set(who, table, id, name[table], value)).status;
      const reset = (await test.ask(who, api.resetParameter, at(table, id, name[table]))).status;
      const made = (await test.ask(who, api.createParameter, { ...at(table, id, 'x::y::z'), body: { type: 'int' } }))
        .status;
      const deleted = (await test.ask(who, api.deleteParameter, at(table, id, 'x::y::z'))).status;
      const statuses = [seen, one, changed, reset, made, deleted].join();
      letters +=
        { '200,200,200,200,201,204': 'w', '200,200,403,403,403,403': 'r', '404,404,404,404,404,404': '-' }[statuses] ??
        `(${statuses})`;
    }
    return letters;
  }

  it('everyone reads what is for all, administrators change it', async () => {
    expect(await access('General', 1)).toBe('wrrrrr');
    expect(await access('General', 2)).toBe('------');
    expect(await access('Sport', ids.rowing)).toBe('wrrrrr');
    expect(await access('Sensor', ids.openSensor)).toBe('wrrrrr');
    expect(await access('Sensor', ids.awaySensor)).toBe('w----r');
    expect(await access('Sport', 99_999)).toBe('------');
  });

  it('a sport that the client does not use is not there for it', async () => {
    await db.insert(tables.clientSports).values({ clientId: test.clientIds.home, sportId: ids.rowing });
    expect([await access('Sport', ids.rowing), await access('Sport', ids.cycling)]).toEqual(['wrrrrr', 'w----r']);
    await db.delete(tables.clientSports);
  });

  it('coaches share views of records in their club, athletes keep their own', async () => {
    const view = { type: 'json' as const, default: '{}' };
    const made = async (who: string, table: ParameterTable, id: number) => {
      const of = at(table, id, `view_presets::record::${who}`);
      const status = (await test.ask(who, api.createParameter, { ...of, body: view })).status;
      const others = (await test.ask(who, api.createParameter, { ...at(table, id, `x::y::${who}`), body: view }))
        .status;
      const gone = status === 201 ? (await test.ask(who, api.deleteParameter, of)).status : 0;
      return [status, others, gone];
    };
    const { home } = test.clientIds;
    expect(await made('coach', 'Client', home)).toEqual([201, 403, 204]);
    expect(await made('athlete', 'Client', home)).toEqual([403, 403, 0]);
    expect(await made('awayManager', 'Client', home)).toEqual([404, 404, 0]);
    expect(await made('coach', 'Sport', ids.rowing)).toEqual([403, 403, 0]);
  });

  it('a shared view is changed by who shared it and by managers; others are told so', async () => {
    const of = at('Client', test.clientIds.home, 'view_presets::record::starts');
    const shared = { type: 'json' as const, default: '{"name":"starts"}' };
    const made = await test.ask('coach', api.createParameter, { ...of, body: shared });
    expect(made.body).toMatchObject({
      added_by: expect.any(String),
      may: { edit: true, delete: true, fields: ['value'] },
    });
    await test.addPerson('secondCoach', ['Coach'], test.clientIds.home);
    const tries = async (who: string) => {
      const may = (await test.ask(who, api.readParameter, of)).body?.may;
      const changed = await test.ask(who, api.setParameter, { ...of, body: { cookie_value: '{"name":"sprints"}' } });
      const gone = await test.ask(who, api.deleteParameter, of);
      return [may?.edit, may?.delete, changed.status, gone.status];
    };
    expect(await tries('secondCoach')).toEqual([false, false, 403, 403]);
    expect(await tries('athlete')).toEqual([false, false, 403, 403]);
    expect(await tries('coach')).toEqual([true, true, 200, 204]);
    await test.ask('coach', api.createParameter, { ...of, body: shared });
    expect(await tries('manager')).toEqual([true, true, 200, 204]);
  });

  it('members read their client’s, managers change them', async () => {
    expect(await access('Client', test.clientIds.home)).toBe('wwrrr-');
    expect(await access('Client', test.clientIds.away)).toBe('w----w');
  });

  it('people change their own; coaches those of their athletes, managers those of their client', async () => {
    expect(await access('User', test.idOf('athlete'))).toBe('wwww--');
    expect(await access('User', test.idOf('loner'))).toBe('ww--w-');
    expect(await access('User', test.idOf('coach'))).toBe('www---');
    expect(await access('User', test.idOf('admin'))).toBe('wr----');
    const colleague = await test.addPerson('colleague', ['Coach'], test.clientIds.home, [test.groupIds.rowers]);
    expect(await access('User', colleague)).toBe('wwr---');
    expect(await access('User', 99_999)).toBe('------');
  });

  it('a device’s: its coaches and managers change them, its athlete reads', async () => {
    expect(await access('Device', ids.device)).toBe('wwwr--');
    expect(await access('Device', ids.awayDevice)).toBe('w----w');
  });
});
