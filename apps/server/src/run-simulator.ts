import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordings } from '@sillage/app-simulator';
import type { RunningServer } from '@sillage/server';

const program = fileURLToPath(import.meta.resolve('@sillage/app-simulator/main'));
const restartDelayMs = 2000;
/** ms; longer than the fleet gives itself to say goodbye. What comes after it needs the rest of the 10 s of an end. */
const endMs = 3500;

/**
 * Runs the fleet of virtual devices as a process of its own, over the network like any device; started again if it ends.
 * Each start gives the devices new secrets, handed over in a file that only this user can read. The channel to it carries
 * no message: by its end the fleet knows that this program is gone. `end`: somebody asked the fleet to end.
 */
export async function runSimulator(
  server: Pick<RunningServer, 'mqttPort' | 'renewDeviceSecrets'>,
  dataRoot: string,
  end: () => void,
): Promise<{ stop(): Promise<void> }> {
  const folder = join(dataRoot, 'simulator');
  const fleetFile = join(folder, 'fleet.json');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const credentials = await server.renewDeviceSecrets(recordings.map(({ device }) => device.number));
  const fleet = credentials.map(({ number, secret }) => ({
    number,
    secret,
    recording: recordings.find(({ device }) => device.number === number)?.id,
  }));
  await writeFile(fleetFile, JSON.stringify({ devices: fleet }), { mode: 0o600 });

  let stopping = false;
  let child = start();
  function start(): ChildProcess {
    const broker = `mqtt://127.0.0.1:${server.mqttPort}`;
    const spawned = spawn(process.execPath, [program, '--broker', broker, '--fleet', fleetFile, '--folder', folder], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // Without a number it never began: no memory, no more processes.
    spawned.on('error', () => spawned.pid === undefined && startLater());
    spawned.on('exit', (code, signal) => {
      if (stopping) return;
      // Before it has ears it dies of the signal that asks it.
      if (code === 0 || signal === 'SIGTERM' || signal === 'SIGINT' || signal === 'SIGHUP') end();
      else startLater();
    });
    return spawned;
  }
  function startLater(): void {
    setTimeout(() => {
      if (!stopping) child = start();
    }, restartDelayMs).unref();
  }
  return {
    async stop() {
      stopping = true;
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), endMs);
      await gone;
      clearTimeout(late);
    },
  };
}
