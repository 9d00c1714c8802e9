import { crc32, deflateSync } from 'node:zlib';
import { api } from '@sillage/contract';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestClients } from './open-test-clients.ts';

const { hub, home, edit, read } = await openTestClients();
afterAll(() => hub.close());

const pixels = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2ca02c' } });

describe('a logo', () => {
  const logo = () => hub.ask('athlete', api.readClientLogo, { params: home });

  test('is made anew: PNG, 512 px at most, upright, without what the file said of itself', async () => {
    const bytes = await pixels(1600, 800)
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { body } = await edit('manager', home, {}, { name: 'logo.JPG', bytes });
    const served = await logo();
    expect(served.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    const kept = await sharp(served.bytes).metadata();
    expect([kept.format, kept.width, kept.height, kept.exif]).toEqual(['png', 256, 512, undefined]);
    expect(served.bytes.includes('secret place')).toBe(false);
    expect(body?.logo).toMatch(new RegExp(`^/clients/${home.id}/logo\\?v=\\w+$`));
  });

  test('is kept by browsers by its version', async () => {
    const { etag } = (await logo()).headers;
    const again = await hub.ask('athlete', api.readClientLogo, {
      params: home,
      headers: { 'if-none-match': String(etag) },
    });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    const v = (await read('athlete', home))?.logo?.split('v=')[1] ?? '';
    const versioned = await hub.ask('athlete', api.readClientLogo, { params: home, query: { v } });
    expect(versioned.headers['cache-control']).toMatch(/^private, max-age=\d+/);
    expect((await logo()).headers['cache-control']).toBe('private, no-cache');
  });

  test('keeps nothing that hides behind a picture', async () => {
    const polyglot = Buffer.concat([
      await pixels(8, 8).png().toBuffer(),
      Buffer.from('<script>alert(1)</script>PK\x03\x04'),
    ]);
    expect((await edit('manager', home, {}, { name: 'a.png', bytes: polyglot })).status).toBe(200);
    expect((await logo()).bytes.includes('script')).toBe(false);
  });

  test('that is no PNG or JPEG, or claims too many pixels, is refused and the present one stays', async () => {
    const before = (await read('manager', home))?.logo;
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
      expect([what, (await edit('manager', home, {}, { name: 'a.png', bytes })).code]).toEqual([
        what,
        'image.unreadable',
      ]);
    }
    for (const name of ['a.svg', 'a.gif', 'a.png.html', 'png']) {
      expect((await edit('manager', home, {}, { name, bytes: good })).code).toBe('file.wrongExtension');
    }
    const large = Buffer.concat([good, Buffer.alloc(5 * 1024 ** 2)]);
    expect((await edit('manager', home, {}, { name: 'a.png', bytes: large })).code).toBe('request.tooLarge');
    expect((await read('manager', home))?.logo).toBe(before);
  });

  test('is taken away by null', async () => {
    expect((await edit('manager', home, { logo: null })).body?.logo).toBeNull();
    expect((await logo()).status).toBe(404);
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
