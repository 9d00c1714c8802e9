import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { ownOrigins } from './index.ts';

async function originsAt(host: string): Promise<{ origins: string[]; port: number }> {
  const server = createServer((_, answer) => answer.end('here'));
  server.listen(0, host);
  await once(server, 'listening');
  const origins = ownOrigins(server);
  for (const origin of origins) {
    expect(await (await fetch(origin)).text(), origin).toBe('here');
  }
  const address = server.address();
  server.closeAllConnections();
  server.close();
  return { origins, port: typeof address === 'object' ? (address?.port ?? 0) : 0 };
}

it('names every address at which a server answers, and no other', async () => {
  const local = await originsAt('127.0.0.1');
  expect(local.origins).toEqual([`http://localhost:${local.port}`, `http://127.0.0.1:${local.port}`]);
  const all = await originsAt('0.0.0.0');
  expect(all.origins).toEqual(expect.arrayContaining([`http://localhost:${all.port}`, `http://127.0.0.1:${all.port}`]));
  expect(ownOrigins(createServer())).toEqual([]);
});
