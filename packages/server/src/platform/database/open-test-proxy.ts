import { connect, createServer, type Socket } from 'node:net';

export interface TestProxy {
  /** The database's address by way of the proxy. */
  readonly url: string;
  /** Bytes are taken and go nowhere, as behind a firewall that forgot the connection; new ones are taken, too. */
  freeze(): void;
  /** Connections made from now on work; frozen ones stay so. */
  thaw(): void;
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>;
  back(): Promise<void>;
  close(): Promise<void>;
}

/** Stands between a test and a database that listens on a socket in a folder, as a network does. */
export async function openTestProxy(databaseUrl: string): Promise<TestProxy> {
  const target = `${new URL(databaseUrl).searchParams.get('host')}/.s.PGSQL.5432`;
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer((near) => {
    const far = connect(target);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (bytes) => frozen || far.write(bytes));
    far.on('data', (bytes) => frozen || near.write(bytes));
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const { port } = address;
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    freeze() {
      frozen = true;
    },
    thaw() {
      for (const socket of sockets) {
        socket.removeAllListeners('data');
        socket.resume();
      }
      frozen = false;
    },
    cut,
    back: () => listen(port),
    close: cut,
  };
}
