import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { blocksOf, missing, openTestListener, type TestListener } from './open-test-listener.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const patience = { timeout: 30_000, interval: 20 };
const number = 20100018;

let hub: TestListener | undefined;
const running: ChildProcess[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  await hub?.close();
  hub = undefined;
});

async function simulate(url: string, folder: string): Promise<ChildProcess> {
  const fleet = join(folder, 'fleet.json');
  await writeFile(fleet, JSON.stringify({ devices: [{ number, secret: `secret-${number}` }] }));
  const child = spawn(process.execPath, [
    main,
    '--broker',
    url,
    '--fleet',
    fleet,
    '--folder',
    folder,
    '--loss',
    '0.05',
  ]);
  running.push(child);
  return child;
}

it('waits for the broker, goes on with a record after a kill, and ends when told', async () => {
  const closed = await openTestListener();
  await closed.close();
  const folder = await mkdtemp(join(tmpdir(), 'sillage-simulator-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const child = await simulate(closed.url, folder);
  await once(child.stdout!, 'data');
  const heard = await openTestListener(closed.port);
  hub = heard;
  await vi.waitFor(() => expect(heard.metas.has(number)).toBe(true), patience);
  await heard.ask(number, 'v1.record.rec.start');
  await vi.waitFor(() => expect(heard.blocks.length).toBeGreaterThan(10), patience);
  child.kill('SIGKILL');
  await once(child, 'exit');
  heard.metas.clear();
  const again = await simulate(closed.url, folder);
  await vi.waitFor(() => expect(heard.reports.at(-1)?.report.state).toBe('recovery_record'), patience);
  const before = heard.blocks.length;
  await vi.waitFor(() => expect(heard.blocks.length).toBeGreaterThan(before + 10), patience);

  const record = await heard.stopRecord(number);
  const count = record.blocks.imu ?? 0;
  const lost = missing(blocksOf(heard, number, record.id, 'imu'), count);
  await heard.ask(number, 'v1.record.block.resend', { recordId: record.id, module: 'imu', sequences: lost });
  const blocks = [...blocksOf(heard, number, record.id, 'imu').values()];
  expect(blocks).toHaveLength(count);
  const times = blocks.map(({ header }) => header.firstSampleUs);
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));

  again.kill('SIGTERM');
  expect((await once(again, 'exit'))[0]).toBe(0);
  expect(heard.reports.at(-1)?.report.state).toBe('off');
});

it('says what is wrong with its options', async () => {
  const child = spawn(process.execPath, [main, '--broker', 'nowhere', '--loss', '2']);
  running.push(child);
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  expect((await once(child, 'exit'))[0]).toBe(2);
  expect(said).toMatch(/cannot start[\s\S]*loss[\s\S]*Usage/);
});
