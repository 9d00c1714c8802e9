import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, waitUntil } from '@sillage/testkit';
import { connectAsync } from 'mqtt';

const run = promisify(execFile);
const mosquittoProgram = '/usr/sbin/mosquitto';
const asRoot = process.getuid?.() === 0;

/** An engine of Debian, in a temporary folder, on a free port of loopback, as a user of its own. */
export interface Engine {
  readonly url: string;
  /** Starts it again after `kill`, on the same port with the same data. */
  start(): Promise<void>;
  /** As a power cut. */
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

/** Debian's PostgreSQL, newest one installed, with an empty database `sillage` of the user `sillage`. */
export async function startPostgres(): Promise<Engine> {
  const folder = await ownedFolder('postgres');
  const programs = await postgresPrograms();
  const port = await freePort();
  const data = join(folder, 'data');
  const as = asRoot ? ['runuser', '-u', 'postgres', '--'] : [];
  const call = (name: string, ...args: string[]) => {
    const [program = '', ...rest] = [...as, join(programs, name), ...args];
    return run(program, rest, { cwd: folder });
  };
  const words = join(folder, 'words');
  await writeFile(words, 'sillage\n');
  if (asRoot) await run('chown', ['postgres', words]);
  await call('initdb', '-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${words}`, '-E', 'UTF8');
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`;
  const startOnce = () => call('pg_ctl', 'start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', options);
  // Processes of one that was killed may hold its memory for a moment.
  const start = async () => {
    await waitUntil(
      'postgresql',
      () =>
        startOnce().then(
          () => true,
          () => false,
        ),
      30,
    );
  };
  await start();
  const admin = `postgresql://postgres:sillage@127.0.0.1:${port}/postgres`;
  const psql = (statement: string) => call('psql', admin, '-c', statement);
  await psql(`CREATE ROLE sillage LOGIN PASSWORD 'sillage'`);
  await psql('CREATE DATABASE sillage OWNER sillage');
  const signalAll = async (signal: string) => {
    const pid = Number((await run('head', ['-1', join(data, 'postmaster.pid')])).stdout);
    const { stdout } = await run('pgrep', ['-P', String(pid)]).catch(() => ({ stdout: '' }));
    for (const each of [pid, ...stdout.split('\n').filter(Boolean).map(Number)]) process.kill(each, signal);
  };
  return {
    url: `postgresql://sillage:sillage@127.0.0.1:${port}/sillage`,
    start,
    async kill() {
      await signalAll('SIGKILL');
    },
    freeze: () => void signalAll('SIGSTOP'),
    thaw: () => void signalAll('SIGCONT'),
    async close() {
      await call('pg_ctl', 'stop', '-D', data, '-m', 'immediate').catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface Mosquitto extends Engine {
  /** Where devices connect: their user name is their client id. */
  readonly devicesUrl: string;
  /** Adds devices to those who may connect, each with its own topics, and has the lists read again. */
  allow(devices: readonly { readonly number: number; readonly secret: string }[]): Promise<void>;
}

export const serverAccount = { username: 'sillage', password: 'sillage-password' } as const;

/** Debian's Mosquitto as docs/engines.md says: a listener for the server, one for devices, rights by a pattern. */
export async function startMosquitto(): Promise<Mosquitto> {
  const folder = await ownedFolder('mosquitto');
  const [serverPort, devicesPort] = [await freePort(), await freePort()];
  const files = { conf: join(folder, 'conf'), words: join(folder, 'passwords'), rights: join(folder, 'rights') };
  await writeFile(files.rights, await rightsOf());
  await writeFile(files.conf, configuration({ ...files, serverPort, devicesPort }));
  await writeFile(files.words, '');
  await run('mosquitto_passwd', ['-b', files.words, serverAccount.username, serverAccount.password]);
  if (asRoot) await run('chown', ['-R', 'mosquitto', folder]);
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn(mosquittoProgram, ['-c', files.conf], { stdio: 'ignore' });
    await waitUntil('mosquitto', () => answers(serverPort), 10);
  };
  await start();
  const { username, password } = serverAccount;
  return {
    url: `mqtt://${username}:${password}@127.0.0.1:${serverPort}`,
    devicesUrl: `mqtt://127.0.0.1:${devicesPort}`,
    start,
    async kill() {
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child?.kill('SIGKILL');
      await ended;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async allow(devices) {
      for (const { number, secret } of devices) {
        await run('mosquitto_passwd', ['-b', files.words, `device-${number}`, secret]);
        await appendFile(files.rights, rightsOfDevice(number));
      }
      if (asRoot) await run('chown', ['-R', 'mosquitto', folder]);
      child?.kill('SIGHUP');
    },
    async close() {
      child?.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Place {
  readonly words: string;
  readonly rights: string;
  readonly serverPort: number;
  readonly devicesPort: number;
}

const configuration = ({ words, rights, serverPort, devicesPort }: Place) => `
allow_anonymous false
password_file ${words}
acl_file ${rights}
max_keepalive 120
max_packet_size 65792
listener ${serverPort} 127.0.0.1
listener ${devicesPort} 127.0.0.1
max_qos 1
use_username_as_clientid true
`;

/** Rights of the server, and of every device by its user name. */
async function rightsOf(): Promise<string> {
  return `user ${serverAccount.username}
topic read sillage/v1/devices/+/meta
topic read sillage/v1/devices/+/status
topic read sillage/v1/devices/+/block
topic read sillage/v1/devices/+/rpc/response
topic write sillage/v1/devices/+/rpc/request
topic readwrite sillage/v1/server/claim
pattern write sillage/v1/devices/%u/meta
pattern write sillage/v1/devices/%u/status
pattern write sillage/v1/devices/%u/block
pattern write sillage/v1/devices/%u/rpc/response
pattern read sillage/v1/devices/%u/rpc/request
`;
}

const rightsOfDevice = (number: number) => `
user device-${number}
topic write sillage/v1/devices/${number}/meta
topic write sillage/v1/devices/${number}/status
topic write sillage/v1/devices/${number}/block
topic write sillage/v1/devices/${number}/rpc/response
topic read sillage/v1/devices/${number}/rpc/request
`;

async function answers(port: number): Promise<boolean> {
  try {
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { ...serverAccount, reconnectPeriod: 0 }, false);
    await client.endAsync(true);
    return true;
  } catch {
    return false;
  }
}

async function ownedFolder(user: 'postgres' | 'mosquitto'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `sillage-siege-${user}-`));
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  if (asRoot) await run('chown', [user, folder]);
  return folder;
}

async function postgresPrograms(): Promise<string> {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? await readdir(root) : [];
  const newest = versions.map(Number).sort((a, b) => b - a)[0];
  if (newest === undefined) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  return join(root, String(newest), 'bin');
}
