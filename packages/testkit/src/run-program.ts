import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ApiClient } from '@sillage/client';
import type { User } from '@sillage/contract';
import { signIn } from './sign-in.ts';
import { administrator } from './start-test-hub.ts';

const program = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url));
/** s; a start after a kill stops the database that was left behind, and lets it recover. */
const startSeconds = 60;

/** The whole server program in a process of its own. */
export interface RunningProgram {
  readonly url: string;
  readonly pid: number;
  readonly client: ApiClient;
  readonly user: User;
  /** Whether it still runs. */
  readonly running: boolean;
  /** As a power cut: no signal that the program could hear. */
  kill(): Promise<void>;
  /** As an operator would. */
  end(): Promise<void>;
}

interface ProgramOptions {
  readonly dataRoot: string;
  readonly mqttPort: number;
  /** Of the web; any free one unless said. */
  readonly port?: number | undefined;
  readonly simulator: boolean;
  /** Beside those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts `main.ts` and signs in as the administrator. */
export async function runProgram(options: ProgramOptions): Promise<RunningProgram> {
  const { dataRoot, mqttPort, port = 0, simulator, environment } = options;
  const args = [program, '--role', 'hub', '--port', String(port), '--data', dataRoot];
  if (!simulator) args.push('--no-simulator');
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      SILLAGE_HOST: '127.0.0.1',
      SILLAGE_MQTT_PORT: String(mqttPort),
      SILLAGE_ADMIN_MAIL: administrator.mail,
      SILLAGE_ADMIN_PASSWORD: administrator.password,
      ...environment,
    },
  });
  const url = await addressOf(child).catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });
  const client = await signIn(url, administrator);
  return {
    url,
    pid: child.pid ?? 0,
    client,
    user: client.session.user,
    get running() {
      return isRunning(child);
    },
    kill: () => gone(child, 'SIGKILL'),
    end: () => gone(child, 'SIGTERM'),
  };
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the program has no output');
  const lines = createInterface({ input: child.stdout });
  const timer = setTimeout(() => child.kill('SIGKILL'), startSeconds * 1000);
  try {
    for await (const line of lines) {
      const url = / ready on (\S+)/.exec(line)?.[1];
      if (url !== undefined) return url;
    }
  } finally {
    clearTimeout(timer);
    child.stdout.resume();
  }
  throw new Error('the program ended before it was ready');
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

async function gone(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (!isRunning(child)) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}
