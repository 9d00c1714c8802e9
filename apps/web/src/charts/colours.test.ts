import { describe, expect, it } from 'vitest';
import { tokens } from '../base/tokens.ts';
import { contrast, named, palette, strokeOf, strokeOn } from './colours.ts';

describe('curve colours', () => {
  it.each(['light', 'dark'] as const)('stand out 3:1 on the %s plot', (theme) => {
    const { plot, ink } = tokens[theme];
    for (const colour of [...palette, ...Object.values(named)]) {
      expect(contrast(strokeOn(colour, plot, ink), plot)).toBeGreaterThanOrEqual(3);
    }
    for (const name of ['c-left', 'c-right', 'c-total'] as const) {
      expect(contrast(tokens[theme][name], plot)).toBeGreaterThanOrEqual(3);
    }
  });

  it('leaves a colour alone that already does', () => {
    expect(strokeOn('#1f77b4', '#ffffff', '#10222D')).toBe('#1f77b4');
  });

  it('gives a quantity one colour whatever measures it, and red and green to sides alone', () => {
    const colours = { plot: '#ffffff', ink: '#10222D', named, chosen: {} };
    const bike = ['bike.speed', 'bike.power', 'bike.torque_g', 'bike.torque_d'];
    const rower = ['gps.lat', 'gps.lon', 'stroke.power', 'gps.speed'];
    expect(strokeOf('bike.power', bike, colours)).toBe(strokeOf('stroke.power', rower, colours));
    expect(strokeOf('bike.speed', bike, colours)).toBe(strokeOf('gps.speed', rower, colours));
    expect(strokeOf('bike.torque_g', bike, colours)).toBe(named.left);
    const unknown = Array.from({ length: 40 }, (_, index) => `imu.v${index}`);
    for (const name of unknown) expect([named.left, named.right]).not.toContain(strokeOf(name, unknown, colours));
  });
});
