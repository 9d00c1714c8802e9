import { existsSync } from 'node:fs';
import type { ScenarioCommand, ScenarioEvent } from '@sillage/scenario-language';
import { describe, expect, test } from 'vitest';
import { deadlyAttempts, leftBehind, quietAttempts } from './make-test-attempts.ts';
import { endings } from './python-process.ts';
import { type PythonProgram, startPython } from './start-python.ts';

const indent = (code: string, by: string) =>
  code
    .split('\n')
    .map((line) => by + line)
    .join('\n');
const got = 'def got(x):\n  result.set("escaped", str(x)[:200])\n';
const start: ScenarioEvent = { type: 'start', atSeconds: 0, params: {}, devices: [{ number: 1, athlete: null }] };

async function open(source: string, withoutJail: boolean): Promise<PythonProgram> {
  const program = await startPython({ source, requireJail: false, withoutJail });
  if ('lacks' in program) throw new Error(program.lacks.join());
  return program;
}

const escaped = (told: readonly ScenarioCommand[]) =>
  told.filter((one) => one.type === 'result' && one.name === 'escaped');

/** Whether any process of its group is left. */
function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** What is killed takes a moment to be gone, longer where a machine is busy. */
const isGone = (pid: number | undefined) => expect.poll(() => isAlive(pid), { timeout: 5000 }).toBe(false);

const jails = [
  ['in the jail that this system allows', false],
  ['without a jail', true],
] as const;

test.each(jails)('%s no attempt gets hold of anything, and the run goes on', async (_, withoutJail) => {
  process.env.SECRET = 'escaped';
  const attempts = quietAttempts.map((code, i) => `def attempt${i}():\n${indent(code, '  ')}\n`);
  // What Python cannot read at all is tried alone: it would keep the others from being read.
  const table = `attempts = [${quietAttempts.map((_, i) => `attempt${i}`).join(', ')}]\n`;
  const catchAll = `def on_button(k):\n  try:\n    attempts[k]()\n  except BaseException as e:\n    result.set("refused", type(e).__name__)\n`;
  const readable: number[] = [];
  const sources: string[] = [];
  for (const [i, attempt] of attempts.entries()) {
    const isUnreadable = /from \w+ import \*|__import__ = 1|@micropython\.(viper|asm)/.test(attempt);
    sources.push(isUnreadable ? `def attempt${i}():\n  raise SyntaxError\n` : attempt);
    if (!isUnreadable) readable.push(i);
  }
  const program = await open(got + sources.join('') + table + catchAll, withoutJail);
  expect(await program.handle(start)).toEqual([]);
  for (const i of readable) {
    const told = await program.handle({ type: 'button', atSeconds: i, device: i });
    expect(told.at(-1)?.type, `${quietAttempts[i]} ${JSON.stringify(told)}`).not.toBe('end');
    expect(escaped(told), quietAttempts[i]).toEqual([]);
  }
  await program.close();
  await isGone(program.pid);
  expect(existsSync(leftBehind)).toBe(false);
});

test.each(jails)('%s what holds on, floods or reaches out is ended and leaves nothing', async (_, withoutJail) => {
  const left = [...deadlyAttempts];
  const tryNext = async (): Promise<void> => {
    const next = left.pop();
    if (next === undefined) return;
    const [code, why] = next;
    const program = await open(`${got}def on_button(k):\n${indent(code, '  ')}\n`, withoutJail);
    expect(await program.handle(start), code).toEqual([]);
    const told = await program.handle({ type: 'button', atSeconds: 1, device: 1 });
    expect(escaped(told), code).toEqual([]);
    const end = told.at(-1);
    const isHarmless = why === 'any' && end?.type !== 'end';
    if (!isHarmless) expect(end, code).toMatchObject({ type: 'end', verdict: 'failed' });
    if (why !== 'any') expect(end, code).toMatchObject({ text: endings[why] });
    await program.close();
    await isGone(program.pid);
    await tryNext();
  };
  await Promise.all([tryNext(), tryNext(), tryNext()]);
});

test('there are 200 attempts and more, each another one', () => {
  const codes = [...quietAttempts, ...deadlyAttempts.map(([code]) => code)];
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.length).toBeGreaterThanOrEqual(200);
});

const holding = [
  ['turns for ever', 'while True: pass'],
  ['catches all', 'while True:\n  try:\n    while True: pass\n  except BaseException: pass'],
  ['floods', 'for i in range(100000000): print("x" * 1000)'],
  ['takes memory', 'a = []\nwhile True:\n  try: a.append(bytearray(100000))\n  except BaseException: pass'],
  ['sleeps', 'import time; time.sleep(60)'],
] as const;
const fastest = 3;

describe.each(jails)('%s', (_, withoutJail) => {
  test.each(holding)(
    'a program that %s is stopped within 250 ms and leaves nothing, others answer',
    async (__, code) => {
      const other = await open('def on_button(k):\n  result.set("here", k)\n', withoutJail);
      await other.handle(start);
      const spent: number[] = [];
      // The machine of a test does other things too: the fastest of some counts.
      for (let i = 0; i < fastest; i++) {
        const program = await open(`def on_button(k):\n${indent(code, '  ')}\n`, withoutJail);
        await program.handle(start);
        void program.handle({ type: 'button', atSeconds: 1, device: 1 });
        await new Promise((resolve) => setTimeout(resolve, 300));
        expect(await other.handle({ type: 'button', atSeconds: i, device: 1 })).toMatchObject([{ name: 'here' }]);
        const began = performance.now();
        await program.close();
        spent.push(performance.now() - began);
        await isGone(program.pid);
      }
      expect(Math.min(...spent)).toBeLessThanOrEqual(250);
      await other.close();
    },
  );
});
