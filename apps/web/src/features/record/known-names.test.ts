import { describe, expect, it } from 'vitest';
import { knownName } from './known-names.ts';
import { labelOf } from './variable-look.ts';

describe('the name of a variable that its file does not describe', () => {
  it.each([
    ['acc_x', 'Accél. x', 'Accel. x'],
    ['acc_z_', 'Accél. z', 'Accel. z'],
    ['gyro_y', 'Rotation y', 'Rotation y'],
    ['Puissance_d', 'Puissance droite', 'Right power'],
    ['Couple_g', 'Couple gauche', 'Left torque'],
    ['fzd', 'Force verticale droite', 'Right vertical force'],
    ['speed', 'Vitesse', 'Speed'],
    ['left_right', 'Équilibre gauche-droite', 'Left-right balance'],
  ])('%s is said in words', (name, french, english) => {
    expect([knownName(name, 'fr'), knownName(name, 'en')]).toEqual([french, english]);
  });

  it.each(['x', 'acc_q', 'foo_x', 'constructor', 'toString', ''])('%s is left alone', (name) => {
    expect(knownName(name, 'fr')).toBeUndefined();
  });

  it('gives way to the description, and to the technical name when unknown', () => {
    const described = { description: { fr: 'Puissance au pédalier', en: 'Crank power' }, unit: 'W' };
    expect(labelOf('bike.power', described, 'fr')).toBe('Puissance au pédalier');
    expect(labelOf('csv.power', undefined, 'fr')).toBe('Puissance');
    expect(labelOf('csv.ratio_check', undefined, 'en')).toBe('ratio_check');
  });
});
