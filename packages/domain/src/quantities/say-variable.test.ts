import { describe, expect, it } from 'vitest';
import { sayVariable } from './say-variable.ts';

describe('the name of a variable that its file does not describe', () => {
  it.each([
    ['acc_x', 'Accél. x', 'Accel. x'],
    ['acc_z_', 'Accél. z', 'Accel. z'],
    ['gyro_y', 'Rotation y', 'Rotation y'],
    ['Puissance_d', 'Puissance droite', 'Right power'],
    ['Couple_g', 'Couple gauche', 'Left torque'],
    ['fzd', 'Force verticale droite', 'Right vertical force'],
    ['fz_left', 'Force verticale gauche', 'Left vertical force'],
    ['speed', 'Vitesse', 'Speed'],
    ['left_right', 'Équilibre gauche-droite', 'Left-right balance'],
  ])('%s is said in words', (name, french, english) => {
    expect([sayVariable(name, 'fr'), sayVariable(name, 'en')]).toEqual([french, english]);
  });

  it.each(['x', 'acc_q', 'foo_x', 'constructor', 'toString', ''])('%s is left alone', (name) => {
    expect(sayVariable(name, 'fr')).toBeUndefined();
  });
});
