import { crc32, deflateSync } from 'node:zlib';
import { api, refuse } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { newUid, openTestAdministration, type TestAdministration } from '../tenancy/index.ts';
import { clientRoutes, ensureHomeClient } from './index.ts';

let hub: TestAdministration;
const forgotten: number[] = [];
const forgottenTasks: number[] = [];
/** Devices that were cut. */
const cut: number[] = [];
/** People whose sessions were ended. */
const ended: number[] = [];
let recording = false;

beforeAll(async () => {
  hub = await openTestAdministration();
  clientRoutes(hub.serve, {
    db: hub.db,
    forgetRecords: async (id) => {
      forgotten.push(id);
      return recording ? refuse('record.stillRecording') : undefined;
    },
    endSessions: async (ids) => {
      ended.push(...ids);
    },
    forgetTasks: async (id) => void forgottenTasks.push(id),
    cutDevices: async (numbers) => void cut.push(...numbers),
  });
});
afterAll(() => hub.close());

const home = () => ({ id: hub.clientIds.home });
const away = () => ({ id: hub.clientIds.away });
const edit = (who: string, params: { id: number }, body: object, file?: { name: string; bytes: Uint8Array }) =>
  hub.ask(who, api.editClient, { params, body, ...(file && { file }) });
const read = async (who: string, params: { id: number }) => (await hub.ask(who, api.readClient, { params })).body;
const pixels = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2ca02c' } });

describe('a new client', () => {
  test('has the defaults of the specification and a recovery key', async () => {
    const { status, body } = await hub.ask('admin', api.createClient, { body: { name: 'Club nautique' } });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Club nautique',
      display_name: 'Club nautique',
      enabled: true,
      cloud_enabled: false,
      video_enabled: false,
      video_quality: '720p',
      video_fps: 24,
      sport_ids: [],
      sensor_ids: [],
      mallette_ids: [],
      logo: null,
      has_recovery_key: true,
    });
    const again = await hub.ask('admin', api.createClient, { body: { name: 'Club nautique' } });
    expect([again.status, again.fields]).toEqual([409, { name: 'taken' }]);
  });

  test('is made by administrators only, of sports and hubs that exist', async () => {
    for (const who of ['manager', 'coach', 'athlete']) {
      expect((await hub.ask(who, api.createClient, { body: { name: 'x' } })).code).toBe('permission.denied');
    }
    const body = { name: 'y', sport_ids: [9999], sensor_ids: [9999], mallette_ids: [9999] };
    const { fields } = await hub.ask('admin', api.createClient, { body });
    expect(fields).toEqual({ sport_ids: 'unknown', sensor_ids: 'unknown', mallette_ids: 'unknown' });
  });
});

describe('an edit', () => {
  test('by a manager changes what is theirs; the rest is refused unless it is as it was', async () => {
    const before = await read('manager', home());
    const { name, enabled, cloud_enabled, sensor_ids, mallette_ids } = before ?? {};
    const same = { name, enabled, cloud_enabled, sensor_ids, mallette_ids };
    const mine = { display_name: 'Les Rameurs', video_enabled: true, video_quality: '4K', video_fps: 120 };
    expect((await edit('manager', home(), { ...same, ...mine })).body).toMatchObject(mine);
    const refused = await edit('manager', home(), {
      name: 'z',
      cloud_enabled: true,
      sensor_ids: [1],
      mallette_ids: [1],
    });
    expect(refused.fields).toEqual({
      name: 'forbidden',
      cloud_enabled: 'forbidden',
      sensor_ids: 'forbidden',
      mallette_ids: 'forbidden',
    });
    expect((await edit('coach', home(), { display_name: 'z' })).code).toBe('permission.denied');
  });

  test('takes the video qualities and rates of the interface only', async () => {
    const wrong = await edit('manager', home(), { video_quality: '8K', video_fps: 25 });
    expect(Object.keys(wrong.fields ?? {}).sort()).toEqual(['video_fps', 'video_quality']);
  });

  test('of another client is 404, as are its key, logo and lists', async () => {
    for (const endpoint of [api.readClient, api.readRecoveryKey, api.renewRecoveryKey, api.readClientLogo]) {
      expect((await hub.ask('manager', endpoint, { params: away() })).code).toBe('entity.notFound');
    }
    expect((await edit('manager', away(), { display_name: 'z' })).code).toBe('entity.notFound');
    for (const list of [api.listClientGroups, api.listClientUsers, api.listClientSports, api.listClientExercises]) {
      const asked = await hub.ask('manager', list, { params: { clientId: hub.clientIds.away } });
      expect(asked.code).toBe('entity.notFound');
    }
    const listed = await hub.ask('manager', api.listClients, { body: { pageSize: -1 } });
    expect(listed.body?.items.map(({ id }) => id)).toEqual([hub.clientIds.home]);
  });

  test('that disables a client signs its people out; nobody disables the own', async () => {
    await hub.db.insert(tables.refreshTokens).values({
      familyId: newUid(),
      userId: hub.idOf('awayCoach'),
      tokenHash: 'hash',
      expiresAt: new Date('2030-01-01'),
      uniqueId: 'browser',
    });
    expect((await edit('admin', away(), { enabled: false })).body?.enabled).toBe(false);
    expect(await hub.db.$count(tables.refreshTokens)).toBe(0);
    expect(ended).toContain(hub.idOf('awayCoach'));
    await edit('admin', away(), { enabled: true });
    for (const who of ['admin', 'manager']) {
      expect((await edit(who, home(), { enabled: false })).fields).toEqual({ enabled: 'forbidden' });
    }
  });
});

describe('the recovery key', () => {
  test('is 80 random bits that people can read, for managers only, and can be renewed', async () => {
    const first = await hub.ask('manager', api.renewRecoveryKey, { params: home() });
    expect(first.body?.recovery_key).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect((await hub.ask('manager', api.readRecoveryKey, { params: home() })).body).toEqual(first.body);
    const second = await hub.ask('manager', api.renewRecoveryKey, { params: home() });
    expect(second.body?.recovery_key).not.toBe(first.body?.recovery_key);
    for (const who of ['coach', 'athlete']) {
      expect((await hub.ask(who, api.readRecoveryKey, { params: home() })).code).toBe('permission.denied');
    }
    expect(JSON.stringify(await read('manager', home()))).not.toContain(second.body?.recovery_key);
  });
});

describe('a logo', () => {
  const logo = () => hub.ask('athlete', api.readClientLogo, { params: home() });

  test('is made anew: PNG, 512 px at most, upright, without what the file said of itself', async () => {
    const bytes = await pixels(1600, 800)
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { body } = await edit('manager', home(), {}, { name: 'logo.JPG', bytes });
    const served = await logo();
    expect(served.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    const kept = await sharp(served.bytes).metadata();
    expect([kept.format, kept.width, kept.height, kept.exif]).toEqual(['png', 256, 512, undefined]);
    expect(served.bytes.includes('secret place')).toBe(false);
    expect(body?.logo).toMatch(new RegExp(`^/clients/${home().id}/logo\\?v=\\w+$`));
  });

  test('is kept by browsers by its version', async () => {
    const { etag } = (await logo()).headers;
    const again = await hub.ask('athlete', api.readClientLogo, {
      params: home(),
      headers: { 'if-none-match': String(etag) },
    });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    const v = (await read('athlete', home()))?.logo?.split('v=')[1] ?? '';
    const versioned = await hub.ask('athlete', api.readClientLogo, { params: home(), query: { v } });
    expect(versioned.headers['cache-control']).toMatch(/^private, max-age=\d+/);
    expect((await logo()).headers['cache-control']).toBe('private, no-cache');
  });

  test('keeps nothing that hides behind a picture', async () => {
    const polyglot = Buffer.concat([
      await pixels(8, 8).png().toBuffer(),
      Buffer.from('<script>alert(1)</script>PK\x03\x04'),
    ]);
    expect((await edit('manager', home(), {}, { name: 'a.png', bytes: polyglot })).status).toBe(200);
    expect((await logo()).bytes.includes('script')).toBe(false);
  });

  test('that is no PNG or JPEG, or claims too many pixels, is refused and the present one stays', async () => {
    const before = (await read('manager', home()))?.logo;
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    );
    const gif = await pixels(4, 4).gif().toBuffer();
    const good = await pixels(4, 4).png().toBuffer();
    const unreadable = {
      'svg as png': svg,
      'gif as png': gif,
      'svg behind a png’s first bytes': Buffer.concat([good.subarray(0, 8), svg]),
      'a png that ends early': good.subarray(0, 40),
      'a bomb': pngThatClaims(60_000, 60_000),
      nothing: Buffer.alloc(0),
    };
    for (const [what, bytes] of Object.entries(unreadable)) {
      expect([what, (await edit('manager', home(), {}, { name: 'a.png', bytes })).code]).toEqual([
        what,
        'image.unreadable',
      ]);
    }
    for (const name of ['a.svg', 'a.gif', 'a.png.html', 'png']) {
      expect((await edit('manager', home(), {}, { name, bytes: good })).code).toBe('file.wrongExtension');
    }
    const large = Buffer.concat([good, Buffer.alloc(5 * 1024 ** 2)]);
    expect((await edit('manager', home(), {}, { name: 'a.png', bytes: large })).code).toBe('request.tooLarge');
    expect((await read('manager', home()))?.logo).toBe(before);
  });

  test('is taken away by null', async () => {
    expect((await edit('manager', home(), { logo: null })).body?.logo).toBeNull();
    expect((await logo()).status).toBe(404);
  });
});

describe('the small lists', () => {
  const lists = {
    params: {
      get clientId() {
        return hub.clientIds.home;
      },
    },
  };
  const groupsOf = async (who: string) =>
    (await hub.ask(who, api.listClientGroups, lists)).body?.items.map(({ name }) => name);
  const peopleOf = async (who: string) => (await hub.ask(who, api.listClientUsers, lists)).body?.items;

  test('show a coach the own groups and an athlete those they are in', async () => {
    expect(await groupsOf('manager')).toEqual(['rowers', 'sprinters']);
    expect(await groupsOf('coach')).toEqual(['rowers']);
    expect(await groupsOf('sprinter')).toEqual(['sprinters']);
    expect(await groupsOf('loner')).toEqual([]);
  });

  test('show a coach the people of the own groups and an athlete only themselves', async () => {
    expect((await peopleOf('coach'))?.map(({ lastname }) => lastname)).toEqual(['athlete', 'coach']);
    expect((await peopleOf('athlete'))?.map(({ lastname }) => lastname)).toEqual(['athlete']);
    expect(await peopleOf('manager')).toHaveLength(6);
  });

  test('answer all sports until the client chooses some', async () => {
    const sports = async () => (await hub.ask('athlete', api.listClientSports, lists)).body;
    await hub.db.insert(tables.sports).values([
      { uid: newUid(), name: 'aviron', displayName: { fr: 'Aviron', en: 'Rowing' } },
      { uid: newUid(), name: 'golf', displayName: { fr: 'Golf', en: 'Golf' } },
    ]);
    const all = (await sports())?.items ?? [];
    expect(all.map(({ name }) => name)).toEqual(['aviron', 'golf']);
    await edit('manager', home(), { sport_ids: [{ id: all[1]?.id }] });
    expect((await sports())?.items.map(({ name }) => name)).toEqual(['golf']);
    await edit('manager', home(), { sport_ids: [] });
    expect((await sports())?.total).toBe(2);
  });
});

describe('deletion', () => {
  test('spares the first client and the caller’s own', async () => {
    await hub.addPerson('awayAdmin', ['Admin'], hub.clientIds.away);
    expect((await hub.ask('admin', api.deleteClient, { params: home() })).code).toBe('client.own');
    expect((await hub.ask('awayAdmin', api.deleteClient, { params: away() })).code).toBe('client.own');
    expect((await hub.ask('awayAdmin', api.deleteClient, { params: home() })).code).toBe('client.first');
    expect(forgotten).toEqual([]);
  });

  test('says what is lost, forgets the records’ files first, and stops when one is being recorded', async () => {
    const { body } = await hub.ask('admin', api.describeClientDeletion, { params: away() });
    expect(body?.effects.map(({ what, fate }) => [what.fr, fate])).toEqual([
      ['4 comptes', 'lost'],
      ['1 groupe', 'lost'],
    ]);
    const device = { number: 10200042, name: 'd', clientId: hub.clientIds.away, uid: newUid(), secretHash: 'x' };
    await hub.db.insert(tables.devices).values(device);
    recording = true;
    expect((await hub.ask('admin', api.deleteClient, { params: away() })).code).toBe('record.stillRecording');
    expect(await read('admin', away())).toBeDefined();
    expect([forgottenTasks, cut]).toEqual([[], []]);
    recording = false;
    expect((await hub.ask('admin', api.deleteClient, { params: away() })).status).toBe(204);
    expect(forgotten).toEqual([hub.clientIds.away, hub.clientIds.away]);
    expect([forgottenTasks, cut]).toEqual([[hub.clientIds.away], [device.number]]);
    expect(await hub.db.$count(tables.users, eq(tables.users.clientId, hub.clientIds.away))).toBe(0);
  });

  test('a later start brings no deleted sport back', async () => {
    const before = await hub.db.$count(tables.sports);
    expect(await ensureHomeClient(hub.db)).toBe(hub.clientIds.home);
    expect(await hub.db.$count(tables.sports)).toBe(before);
  });
});

/** A small PNG whose header claims a size; its data is short. */
function pngThatClaims(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.alloc(100_000));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}
