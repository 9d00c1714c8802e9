import { api, limits } from '@sillage/contract';
import { administrator, startTestHub, type TestHub } from '@sillage/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(async () => {
  await hub?.stop();
});

describe('constants at the door', () => {
  test('a list has ten rows, from the first page', async () => {
    for (let i = 0; i < 12; i += 1) {
      await hub.client.call(api.createExercise, {
        body: { name: `constant ${String(i).padStart(2, '0')}` },
      });
    }
    const names = async (body: object) =>
      (await hub.client.call(api.listExercises, { body: { search: 'constant', ...body } })).items.map(
        ({ name }) => name,
      );
    expect(await names({})).toHaveLength(10);
    expect(await names({})).toEqual(await names({ pageId: 1, pageSize: 10 }));
    expect(await names({ pageId: 2 })).toEqual(['constant 10', 'constant 11']);
    expect(await names({ pageSize: -1 })).toHaveLength(12);
  });

  test('an access token lives 15 minutes, the session and its cookies 30 days', async () => {
    const response = await fetch(`${hub.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(administrator),
    });
    const { access_token } = z.object({ access_token: z.string() }).parse(await response.json());
    const claims = z
      .object({ iat: z.number(), exp: z.number() })
      .parse(JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString()));
    expect(claims.exp - claims.iat).toBe(15 * 60);
    const ages = Object.fromEntries(
      response.headers
        .getSetCookie()
        .map((cookie) => [cookie.split('=')[0], Number(/Max-Age=(\d+)/.exec(cookie)?.[1])]),
    );
    const days30 = 30 * 24 * 3600;
    expect(ages).toEqual({ sillage_access: 900, sillage_refresh: days30, 'XSRF-TOKEN': days30 });
  });

  test('a record without a timezone is of Europe/Paris', async () => {
    const content = new Blob(['T,a\n0,1\n0.01,2\n']);
    const { id } = await hub.client.call(api.uploadRecord, { body: {}, file: { content, name: 'a.csv' } });
    expect((await hub.client.call(api.readRecord, { params: { id } })).timezone).toBe('Europe/Paris');
  });

  test('a record’s day begins at 00:00:00 and ends at 23:59:59 in its timezone', async () => {
    const row = (iso: string) => new Blob([`timestamp,v\n${Date.parse(iso)},1\n${Date.parse(iso) + 10},2\n`]);
    const ids: number[] = [];
    for (const iso of [
      '2025-06-09T21:59:59Z',
      '2025-06-09T22:00:00Z',
      '2025-06-10T21:59:59Z',
      '2025-06-10T22:00:00Z',
    ]) {
      const { id } = await hub.client.call(api.uploadRecord, { body: {}, file: { content: row(iso), name: 'd.csv' } });
      ids.push(id);
      await expect
        .poll(async () => (await hub.client.call(api.readRecord, { params: { id } })).decode_state, { timeout: 20_000 })
        .toBe('done');
    }
    const found = await hub.client.call(api.listRecords, {
      body: { minDate: '2025-06-10', maxDate: '2025-06-10', timezone: 'Europe/Paris' },
    });
    expect(found.records.map(({ id }) => id).sort()).toEqual(ids.slice(1, 3));
  });

  test('a frequency of an upload is 5,000 at most', async () => {
    const upload = (rate: number) => {
      const file = { content: new Blob(['T,a\n0,1\n0.01,2\n']), name: 'a.csv' };
      return hub.client.call(api.uploadRecord, { body: { rate }, file });
    };
    for (const rate of [limits.maxFrequencyHz + 1, 0, -1]) {
      await expect(upload(rate)).rejects.toMatchObject({ status: 422, body: { fields: { rate: 'frequency' } } });
    }
    for (const rate of [5000, 204.8]) expect((await upload(rate)).id).toBeGreaterThan(0);
  });

  test('the device family maxi is 10', async () => {
    const { number } = await hub.client.call(api.createDevice, { body: { type: 'maxi', serial: 12 } });
    expect(Math.floor(number / 1_000_000)).toBe(10);
  });
});
