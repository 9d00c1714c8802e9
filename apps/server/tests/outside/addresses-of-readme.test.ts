import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { administrator, startTestHub, type TestHub } from '@sillage/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Program, plainProgram, signInPlainly } from './plain-program.ts';

const readme = await readFile(fileURLToPath(new URL('../../../../README.md', import.meta.url)), 'utf8');
/** Its examples are run by a test of their own. */
const prose = readme.replaceAll(/^curl .*$/gm, '');
/** Addresses of the API that it names, with what asks them; `GET` unless another is said before it. */
const named = [...prose.matchAll(/(?:\b(GET|POST|PUT|DELETE)\s+)?\/api(\/[\w/{}.-]*[\w}])(\?[\w=&]+)?/g)].map(
  ([, method = 'GET', path = '', query = '']) => ({ method, path, query }),
);
/** Read-only ones without a hole. */
const asked = [...new Set(named.filter((one) => one.method === 'GET').map(({ path, query }) => path + query))].filter(
  (address) => !address.includes('{'),
);

let hub: TestHub;
let ask: Program;
beforeAll(async () => {
  hub = await startTestHub();
  ({ ask } = await signInPlainly(hub.url, administrator.mail, administrator.password));
});
afterAll(() => hub?.stop());

describe('the README', () => {
  test('names where programs begin: the description of the API, for people and for tools, keys, other origins, health', () => {
    expect(asked).toEqual(expect.arrayContaining(['/docs', '/openapi.json', '/health', '/health?ready']));
    for (const word of ['CORS', 'Authorization: ApiKey', '?details']) expect(readme).toContain(word);
  });

  test.each(asked)('names no address that is none: %s answers', async (address) => {
    const { status, body } = await ask('GET', address);
    expect({ status, length: JSON.stringify(body).length }).toEqual({ status: 200, length: expect.any(Number) });
  });

  test('names no address that the description of the API does not know', async () => {
    const { body } = await ask('GET', '/openapi.json');
    const beside = ['/docs', '/openapi.json'];
    for (const { method, path } of named) {
      if (beside.includes(path)) continue;
      expect(Object.keys(body.paths[path] ?? {}), path).toContain(method.toLowerCase());
    }
  });

  test('health for programs: without an account it tells that the hub is there, and whether it is ready', async () => {
    const stranger = plainProgram(hub.url);
    expect(await stranger('GET', '/health')).toMatchObject({ status: 200 });
    expect(await stranger('GET', '/health?ready')).toMatchObject({ status: 200 });
    const details = (await ask('GET', '/health?details')).body;
    expect(Object.keys((await stranger('GET', '/health?details')).body).length).toBeLessThan(
      Object.keys(details).length,
    );
  });

  test('an API key made in an account is let in as it says, and only to what it was made for', async () => {
    const made = await ask('POST', '/api_keys', { name: 'reader', access: 'read' });
    expect(made).toMatchObject({ status: 201, body: { key: expect.any(String) } });
    const withKey = plainProgram(hub.url, `ApiKey ${made.body.key}`);
    expect(await withKey('POST', '/users/all', {})).toMatchObject({ status: 200 });
    expect(await withKey('POST', '/api_keys', { name: 'writer', access: 'write' })).toMatchObject({ status: 403 });
  });
});
