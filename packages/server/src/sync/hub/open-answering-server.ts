import { createServer } from 'node:http';

/** A server that answers every request with this, as JSON; its address. For tests. */
export async function openAnsweringServer(
  body: unknown,
  status = 200,
): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((_, response) => response.writeHead(status).end(JSON.stringify(body)));
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
