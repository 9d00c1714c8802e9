import { expect, test } from 'vitest';
import { chooseForce } from './choose-force.ts';

const key = (name: string, unit = 'N') => ({ name, unit, precision: 0, description: { fr: name, en: name } });
const chosen = (...names: string[]) => chooseForce(names.map((name) => key(name)))?.name;

test('a device is followed by its whole force, else by a side; not by what is no force of a protocol', () => {
  expect(chosen('plate.fzg', 'plate.fzd', 'plate.fztot')).toBe('plate.fztot');
  expect(chosen('imu.acc_x', 'pull.force')).toBe('pull.force');
  expect(chosen('plate.fg', 'plate.Fz_total')).toBe('plate.Fz_total');
  expect(chosen('plate.fzd', 'plate.fzg')).toBe('plate.fzg');
  expect(chosen('oarlock.force_pin', 'plate.copx')).toBeUndefined();
  expect(chooseForce([key('hub.force', 'V')])).toBeUndefined();
});
