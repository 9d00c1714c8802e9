import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestHttp, readForNothing } from './open-test-http.ts';

const { http, writePlan, close } = await openTestHttp();
let url: string;
beforeAll(async () => {
  await http.listen('127.0.0.1', 0);
  const address = http.app.server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/api/boats`;
});
beforeEach(() => writePlan('0123456789'));
afterAll(close);

const authorization = 'Bearer coach';
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(`${url}/${path}`, { method, headers: { authorization, ...headers } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

test('a file that lies on the disk says how long it is, and that parts of it may be asked for', async () => {
  const { status, headers, text } = await ask('plan');
  expect([status, text]).toEqual([200, '0123456789']);
  expect(headers.get('content-length')).toBe('10');
  expect(headers.get('accept-ranges')).toBe('bytes');
  expect(headers.get('content-disposition')).toContain('plan.zip');
});

test.each([
  ['bytes=4-', '456789', 'bytes 4-9/10'],
  ['bytes=2-5', '2345', 'bytes 2-5/10'],
  ['bytes=0-0', '0', 'bytes 0-0/10'],
  ['bytes=8-999', '89', 'bytes 8-9/10'],
  ['bytes=-3', '789', 'bytes 7-9/10'],
  ['bytes=-99', '0123456789', 'bytes 0-9/10'],
])('a part of a file: %s', async (range, text, place) => {
  const answer = await ask('plan', { range });
  expect([answer.status, answer.text]).toEqual([206, text]);
  expect(answer.headers.get('content-range')).toBe(place);
  expect(answer.headers.get('content-length')).toBe(String(text.length));
});

test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0', `bytes=${'9'.repeat(21)}-`])(
  'a part that a file does not have: %s',
  async (range) => {
    const answer = await ask('plan', { range });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe('bytes */10');
    expect(answer.headers.get('content-disposition')).toBeNull();
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'request.range' });
  },
);

test.each(['bytes=5-2', 'bytes=0-1,4-5', 'bytes=x-', 'lines=1-2', 'bytes=-', `bytes=${'9'.repeat(400)}-`])(
  'what is no range, or several, is answered with all of it: %s',
  async (range) => {
    const answer = await ask('plan', { range });
    expect([answer.status, answer.text]).toEqual([200, '0123456789']);
  },
);

test('a download goes on only in the file that it began with', async () => {
  const etag = (await ask('plan')).headers.get('etag') ?? '';
  const rest = { range: 'bytes=4-', 'if-range': etag };
  expect(await ask('plan', rest)).toMatchObject({ status: 206, text: '456789' });
  await writePlan('another plan');
  expect(await ask('plan', rest)).toMatchObject({ status: 200, text: 'another plan' });
});

test('an empty file has no part', async () => {
  await writePlan('');
  expect(await ask('plan')).toMatchObject({ status: 200, text: '' });
  expect((await ask('plan', { range: 'bytes=0-' })).headers.get('content-range')).toBe('bytes */0');
});

test('an answer of a type that its endpoint does not name fails wherever replies are checked', async () => {
  expect(await ask('surprise')).toMatchObject({ status: 500 });
});

test('who asks for the head alone hears how long a file is, and nothing is read for them', async () => {
  const plan = await ask('plan', { range: 'bytes=4-' }, 'HEAD');
  expect([plan.status, plan.headers.get('content-length')]).toEqual([200, '10']);
  const film = await ask('film', {}, 'HEAD');
  expect(film.status).toBe(200);
  expect(film.headers.get('content-type')).toBe('video/mp4');
  expect(film.headers.get('content-length')).toBeNull();
  expect(film.headers.get('accept-ranges')).toBe('none');
  expect(readForNothing).toEqual([]);
});
