import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import type { ApiClient } from '@sillage/client';
import { api, limits } from '@sillage/contract';
import { administrator, signIn, startTestHub, type TestHub } from '@sillage/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, refused } from './ask-past-the-client.ts';

let hub: TestHub;
let admin: ApiClient;
let headers: { authorization: string };
beforeAll(async () => {
  hub = await startTestHub();
  const signedIn = await signIn(hub.url, administrator);
  admin = signedIn;
  headers = { authorization: signedIn.authorization };
});
afterAll(async () => {
  await hub?.stop();
});

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), 8 + data.length);
  return out;
}

/** A PNG of so many pixels a side in a few kilobytes. */
function bombPng(side: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.min(side, 4000) * (1 + Math.ceil(side / 8))), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

describe('uploads', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
  const logo = async (content: BlobPart, name: string) => {
    const form = new FormData();
    form.append('data', '{}');
    form.append('file', new Blob([content]), name);
    return ask(hub, `/clients/${hub.user.client_id}`, { method: 'PUT', body: form, headers });
  };
  const nothingLeft = async () => expect(await readdir(join(hub.dataRoot, 'temporary')).catch(() => [])).toEqual([]);

  test('a logo is no SVG, no page and no bomb, whatever it is called', async () => {
    const sent: [string, BlobPart, string][] = [
      ['an SVG', svg, 'logo.svg'],
      ['an SVG called PNG', svg, 'logo.png'],
      ['a page', '<html><script>alert(1)</script>', 'logo.jpg'],
      ['a page after the first bytes of a PNG', Buffer.from('\x89PNG\r\n\x1a\n<script>', 'latin1'), 'logo.png'],
      ['a bomb', bombPng(60_000), 'logo.png'],
      ['nothing', '', 'logo.png'],
      ['a double extension', svg, 'logo.png.svg'],
    ];
    for (const [what, content, name] of sent) {
      const answer = await logo(content, name);
      expect.soft({ what, status: answer.status }).toEqual({ what, status: 422 });
    }
    expect((await admin.call(api.readClient, { params: { id: hub.user.client_id } })).logo).toBeNull();
    await nothingLeft();
  });

  test.each([
    ['a logo', 'PUT', '/clients/1', limits.logoBytes, '5 MB'],
    ['a firmware', 'POST', '/device_releases', limits.firmwareBytes, '64 MB'],
    ['a firmware of hardware', 'POST', '/utils/hardware_releases', limits.firmwareBytes, '64 MB'],
    ['a record', 'POST', '/records', limits.uploadBytes, '2 GB'],
  ])('%s that announces more than its bound is refused before it is received', async (_, method, path, bound, said) => {
    const answer = await sendOnly({ method, path, announced: bound + 10 * 1024 ** 2, sent: 1000 });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text).message.en).toContain(said);
    expect(answer.connection).toBe('close');
    await nothingLeft();
  });

  test('a logo that announces nothing is cut at its bound', async () => {
    const answer = await sendOnly({
      method: 'PUT',
      path: `/clients/${hub.user.client_id}`,
      announced: undefined,
      sent: limits.logoBytes + 1_000_000,
    });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text).message.en).toContain('5 MB');
    await nothingLeft();
  });

  /** Sends the beginning of a form whose length is a lie. */
  function sendOnly(given: { method: string; path: string; announced: number | undefined; sent: number }) {
    return new Promise<{ status: number; text: string; connection: string | undefined }>((resolve, reject) => {
      const length = given.announced === undefined ? {} : { 'content-length': given.announced };
      const sending = httpRequest(`${hub.url}/api${given.path}`, {
        method: given.method,
        headers: { ...headers, ...length, 'content-type': 'multipart/form-data; boundary=B' },
      });
      sending.on('error', reject);
      sending.on('response', (response) => {
        let text = '';
        response.on('data', (piece) => {
          text += String(piece);
        });
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, text, connection: response.headers.connection });
          sending.destroy();
        });
      });
      sending.write('--B\r\nContent-Disposition: form-data; name="file"; filename="logo.png"\r\n\r\n');
      sending.write(Buffer.alloc(given.sent));
      if (given.announced === undefined) sending.end('\r\n--B--\r\n');
    });
  }

  const names = [
    '../../../../etc/passwd.bin',
    '..\\..\\windows\\system.bin',
    '/etc/passwd.bin',
    'a"; filename="evil.html.bin',
    'a\r\nSet-Cookie: evil=1.bin',
    'a%0d%0aSet-Cookie: evil=1.bin',
    '\u202egpj.exe.bin',
    `${'x'.repeat(4000)}.bin`,
    'é\u200b中.bin',
    '.bin',
    'con.bin',
  ];
  test.each(names.map((name) => [JSON.stringify(name.slice(0, 50)), name] as const))(
    'a name cannot leave its folder nor the header of its download: %s',
    async (_, name) => {
      const form = new FormData();
      form.append('data', JSON.stringify({ version: '1.0.0', target: 'maxi', hardware_version: null }));
      form.append('file', new Blob(['firmware']), name);
      const made = await ask(hub, '/device_releases', { method: 'POST', body: form, headers });
      expect(made.status).toBeLessThan(500);
      if (made.status !== 201) return;
      const { id, filename }: { id: number; filename: string } = JSON.parse(made.text);
      expect(filename).not.toMatch(/[/\\\r\n\0]/);
      const file = await ask(hub, `/device_releases/${id}/file`, { headers });
      expect([file.status, file.text]).toEqual([200, 'firmware']);
      expect(file.headers.get('set-cookie')).toBeNull();
      expect(file.headers.get('content-disposition')).toMatch(
        /^attachment; filename="[^"\\\r\n]*"; filename\*=UTF-8''[\w.%\-!~*'()]*$/,
      );
      expect(file.headers.get('x-content-type-options')).toBe('nosniff');
      await ask(hub, `/device_releases/${id}`, { method: 'DELETE', headers });
    },
  );

  test('no task works on a file that its arguments name', async () => {
    for (const args of [{ file: '/etc/passwd', filename: 'x' }, { file: '../../admin' }]) {
      for (const name of ['backup.restore', 'records.import', 'decode']) {
        const outcome = await refused(admin.call(api.createTask, { body: { name, args } }));
        expect.soft({ name, outcome }).not.toMatchObject({ outcome: 'done' });
      }
    }
  });
});

describe('CSV that a spreadsheet opens', () => {
  const cells = ['=HYPERLINK("http://evil.test")', '+1+cmd|/c calc', '-2+3', '@SUM(A1)', '\t=1+1'];
  test('never begins a cell of text with a formula', async () => {
    const header = ['T', ...cells.map((cell) => `"${cell.replaceAll('"', '""')}"`)].join(',');
    const rows = [0, 0.01, 0.02].map((t) => [t, ...cells.map(() => '1.5')].join(','));
    const content = new Blob([`${header}\n${rows.join('\n')}\n`]);
    const { id } = await admin.call(api.uploadRecord, {
      body: { comment: '=1+1' },
      file: { content, name: '=cmd.csv' },
    });
    await expect
      .poll(async () => (await admin.call(api.readRecord, { params: { id } })).decode_state, { timeout: 20_000 })
      .toBe('done');
    for (const fileType of ['decoded', 'stats'] as const) {
      const bytes = await admin.fetchBytes(api.downloadRecordFile, { params: { id, fileType } });
      const text = new TextDecoder().decode(bytes.body);
      const texts = text
        .split('\n')
        .flatMap((line) => line.split(','))
        .map((cell) => cell.replace(/^"/, ''));
      expect
        .soft({ fileType, formulas: texts.filter((cell) => /^[=+@\t\r]|^-(?![\d.])/.test(cell)) })
        .toEqual({ fileType, formulas: [] });
      expect(bytes.filename).not.toMatch(/^[=+@-]/);
    }
  });
});
