import { describe, expect, it } from 'vitest';
import { DeviceMeta, PublishedMeta } from './index.ts';

const column = (name: string, more: object = {}) => ({
  name,
  unit: 'm/s²',
  type: 'int16',
  description: { fr: name, en: name },
  ...more,
});
const module = (id: number, columns: object[], more: object = {}) => ({
  id,
  type: 'imu',
  rateHz: 100,
  realtimeRateHz: 20,
  timing: 'regular',
  columns,
  ...more,
});
const meta = (modules: object, more: object = {}) => ({
  protocol: 1,
  number: 10200042,
  name: 'Skiff',
  version: '7.1.0',
  modules,
  features: {},
  ...more,
});
const fieldOf = (message: object) => PublishedMeta.safeParse(message).error?.issues[0]?.path.join('.');

describe('a meta', () => {
  it('has each column once, and none that is called as the time', () => {
    const columns = ['T', 'a', 'a', 'A', 't', 'a_2', 'x'.repeat(40), 'x'.repeat(40)].map((name) => column(name));
    const { modules } = DeviceMeta.parse(meta({ imu: module(1, columns) }));
    const names = modules.imu?.columns.map(({ name }) => name) ?? [];
    expect(names).toEqual(['T_2', 'a', 'a_2', 'A_3', 't_3', 'a_2_2', 'x'.repeat(40), `${'x'.repeat(38)}_2`]);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  });

  it('keeps texts that no database takes, cleaned', () => {
    const odd = column('a', { unit: 'm\u0000', description: { fr: '\ud800x', en: 'a\u001bb' } });
    const read = PublishedMeta.parse(
      meta({ imu: module(1, [odd], { type: '\u0000' }) }, { features: { '\u0000': {} } }),
    );
    expect(read.modules.imu?.columns[0]).toMatchObject({ unit: 'm ', description: { fr: '\ufffdx', en: 'a b' } });
    expect(Object.keys(read.features)).toEqual([' ']);
  });

  it('is refused by the field that is wrong', () => {
    const { description: _, ...bare } = column('a');
    expect(fieldOf(meta({ imu: module(1, [bare]) }))).toBe('modules.imu.columns.0.description');
    expect(fieldOf(meta({ a: module(1, [column('x')]), b: module(1, [column('x')]) }))).toBe('modules.b.id');
    expect(fieldOf(meta({ a: module(1, [column('x', { scale: 1e308 })]) }))).toBe('modules.a.columns.0.scale');
    expect(fieldOf(meta({ a: module(1, [column('x')], { rateHz: 1e-300 }) }))).toBe('modules.a.rateHz');
  });
});
