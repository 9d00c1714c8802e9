import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readScan } from './read-bluetoothctl.ts';
import { mergeNetworks, readHeard, readProfiles, splitTerse } from './read-nmcli.ts';

const escaped = (value: string) => value.replace(/[\\:]/g, (sign) => `\\${sign}`);

it('splits what nmcli escapes', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), (fields) => {
      expect(splitTerse(fields.map(escaped).join(':'))).toEqual(fields);
    }),
  );
});

it('reads every named network as it was heard', () => {
  const name = fc.string({ minLength: 1 }).filter((text) => !/[\r\n]/.test(text));
  const network = fc.record({ inUse: fc.boolean(), name, signalPercent: fc.integer({ min: 0, max: 100 }) });
  fc.assert(
    fc.property(fc.array(network), (networks) => {
      const text = networks.map((it) => `${it.inUse ? '*' : ' '}:${escaped(it.name)}:${it.signalPercent}:WPA2\n`);
      expect(readHeard(text.join(''))).toEqual(networks.map((it) => ({ ...it, security: 'WPA2' })));
      const merged = mergeNetworks(readHeard(text.join('')), []);
      expect(new Set(merged.map((it) => it.name)).size).toBe(merged.length);
    }),
  );
});

it('makes nothing up of any text, and ends', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const { name, signalPercent } of readHeard(text)) {
        expect(name).not.toBe('');
        expect(signalPercent).toBeGreaterThanOrEqual(0);
      }
      for (const { name } of readProfiles(text)) expect(name).not.toBe('');
      for (const [address] of readScan(text)) expect(address).toMatch(/^([0-9A-F]{2}:){5}[0-9A-F]{2}$/);
    }),
  );
});
