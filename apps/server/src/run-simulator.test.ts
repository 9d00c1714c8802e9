import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runSimulator } from './run-simulator.ts';

/** Processes of virtual devices with this folder. */
const running = (folder: string) =>
  execFileSync('ps', ['-A', '-o', 'pid=,stat=,command='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(folder) && !/^\s*\d+\s+Z/.test(line))
    .map((line) => Number.parseInt(line, 10));

it('a frozen fleet of virtual devices does not keep the program from closing its records', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sillage-fleet-'));
  const simulator = await runSimulator({ mqttPort: 1, renewDeviceSecrets: async () => [] }, folder, () => undefined);
  const [pid] = running(folder);
  expect(pid).toBeGreaterThan(1);
  process.kill(pid ?? 0, 'SIGSTOP');
  await simulator.stop();
  expect(running(folder)).toEqual([]);
  await rm(folder, { recursive: true, force: true });
}, 30_000);
