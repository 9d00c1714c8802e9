import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const door = fileURLToPath(new URL('./end-program.ts', import.meta.url));

/** Runs a program of a few lines that has `program`; answers how it ended and what it said. */
async function run(code: string) {
  const text = `const { prepareEnd } = await import(${JSON.stringify(door)}); const program = prepareEnd();
    setTimeout(() => process.exit(99), 30_000); ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [said, complained] = ['', ''];
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk) => {
    complained += chunk;
  });
  const [exitCode] = await once(child, 'close');
  return { exitCode, said, complained };
}

const rescue = `program.rescueWith(async (error) => console.log('rescued after ' + error.message));`;

describe('an error that nobody caught', () => {
  it.each([
    ['thrown', `setTimeout(() => { throw new Error('one'); })`],
    ['a promise that nobody waits for', `void Promise.reject(new Error('one'))`],
    ['an event without a listener', `new (await import('node:events')).EventEmitter().emit('error', new Error('one'))`],
  ])('(%s) is told with its stack, rescues what it can and leaves with the code of a crash', async (_how, code) => {
    const { exitCode, said, complained } = await run(`${rescue} ${code}`);
    expect({ exitCode, said }).toEqual({ exitCode: 70, said: 'rescued after one\n' });
    expect(complained).toMatch(/Error: one\n\s+at /);
  });

  it('does not wait for ever for a rescue that hangs, nor meets the second error twice', async () => {
    const { exitCode, said } = await run(`
      program.rescueWith(async (error) => { console.log(error.message); await new Promise(() => {}); });
      setTimeout(() => { throw new Error('one'); });
      setTimeout(() => { throw new Error('two'); }, 100);`);
    expect({ exitCode, said }).toEqual({ exitCode: 70, said: 'one\n' });
  });

  it('while the program ends does not keep it from ending as it was asked to', async () => {
    const { exitCode } = await run(`
      program.endWith(async () => { setTimeout(() => { throw new Error('late'); }); await new Promise((r) => setTimeout(r, 200)); });
      process.kill(process.pid, 'SIGHUP');`);
    expect(exitCode).toBe(0);
  });
});

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'])('%s ends it with 0, also before it has begun', async (signal) => {
  expect((await run(`process.kill(process.pid, '${signal}');`)).exitCode).toBe(0);
});

it('does not end because nobody reads what it prints', async () => {
  const { exitCode } = await run(`
    for (const stream of [process.stdout, process.stderr]) stream.emit('error', new Error('EPIPE'));
    setTimeout(() => process.exit(5), 100);`);
  expect(exitCode).toBe(5);
});
