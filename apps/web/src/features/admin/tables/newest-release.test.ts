import { expect, it } from 'vitest';
import { newestRelease } from './newest-release.ts';

const release = (version: string, target: string, hardware_version: number | null) => ({
  version,
  target,
  hardware_version,
});
const maxi20 = 10_200_042;

it('compares versions as versions, not as texts or by date', () => {
  const releases = [release('6.9.0', 'maxi', 20), release('6.10.0', 'maxi', 20), release('6.10.0-rc1', 'maxi', 20)];
  expect(newestRelease(maxi20, releases)).toBe('6.10.0');
});

it('leaves out other families and other hardware; a release for any hardware counts', () => {
  expect(newestRelease(maxi20, [release('9.0.0', 'mini', 20), release('8.0.0', 'maxi', 10)])).toBeUndefined();
  expect(newestRelease(maxi20, [release('6.8.1', 'maxi', 20), release('6.8.2', 'maxi', null)])).toBe('6.8.2');
});

it('knows none for a device of no known family', () => {
  expect(newestRelease(55_200_042, [release('1.0.0', 'maxi', null)])).toBeUndefined();
});
