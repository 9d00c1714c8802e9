import { describe, expect, test } from 'vitest';
import { limits } from './limits.ts';
import { permissions } from './permissions.ts';
import { Page } from './shapes/primitives.ts';

describe('constants of the product', () => {
  test('are what they were agreed to be', () => {
    expect(limits).toMatchObject({
      pageSize: 10,
      maxFrequencyHz: 5000,
      maxDeviceSerial: 9999,
      wifiUpdateMinimumVersion: '6.5.0',
      recoveryKeyMinimumVersion: '6.6.1',
      refreshTokenSeconds: 30 * 24 * 3600,
      athletesInTitle: 2,
      liveMarkersBelow: 50,
      recordTimeToleranceSeconds: 0.5,
      defaultTimezone: 'Europe/Paris',
      hubRestartSeconds: 120,
      appRestartSeconds: 10,
      socketRetries: 5,
      socketRetryDelayMilliseconds: 2000,
      socketTimeoutMilliseconds: 20_000,
      socketBackoffMaxMilliseconds: 5000,
      toastMilliseconds: 5000,
    });
  });

  test('a list starts with its first ten', () => {
    expect(Page.parse({})).toEqual({ pageId: 1, pageSize: 10 });
    for (const pageSize of [-1, 0, 1000]) expect(Page.parse({ pageSize }).pageSize).toBe(pageSize);
    for (const wrong of [{ pageId: 0 }, { pageSize: -2 }, { pageSize: 1001 }, { pageSize: 1.5 }]) {
      expect(Page.safeParse(wrong).success).toBe(false);
    }
  });

  test('administrators may do everything, everywhere', () => {
    expect(Object.values(permissions).every((row) => row.Admin === 'everything')).toBe(true);
  });
});
