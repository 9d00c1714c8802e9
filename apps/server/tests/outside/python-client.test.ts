import { execFile, execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rooms } from '@sillage/contract';
import { startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoContent } from '../../src/demo.ts';
import { type Program, type Said, signInPlainly } from './plain-program.ts';

/** Debian's, whose library lies there. */
const python = '/usr/bin/python3';
const program = fileURLToPath(new URL('plain-client.py', import.meta.url));
const number = 10200042;
let hub: TestHub;
let ask: Program;
let session: Said;
beforeAll(async () => {
  if (!hasLibrary) return;
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!') });
  ({ ask, session } = await signInPlainly(hub.url, 'admin@sillage.test', 'Aviron-2026!'));
  await hub.plug([number]);
  await waitUntil('the device to be connected', async () => {
    const { body } = await ask('GET', `/devices/rt/${session.client_id}/${number}/settings`);
    return body.is_connected;
  });
});
afterAll(async () => {
  await hub?.stop();
});

/** `apt-get install python3-socketio python3-requests python3-websocket` */
const hasLibrary = (() => {
  try {
    execFileSync(python, ['-c', 'import socketio, requests, websocket'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

async function run(credentials: object, transport: 'polling' | 'websocket'): Promise<Said> {
  const running = promisify(execFile)(python, [program], { timeout: 120_000, maxBuffer: 64 << 20 });
  const given = { url: hub.url, credentials, clientId: session.client_id, number, transport };
  running.child.stdin?.end(`${JSON.stringify(given)}\n`);
  return JSON.parse((await running).stdout);
}

interface Reads {
  safeParse(value: unknown): { readonly success: boolean; readonly error?: { readonly message: string } | undefined };
}

/** What came of each event that is not as the contract says. */
function unlikeContract(heard: Readonly<Record<string, readonly Said[]>>): string[] {
  const byEvent = new Map<string, Reads>(Object.values(rooms).map(({ event, payload }) => [event, payload]));
  return Object.entries(heard).flatMap(([event, payloads]) =>
    payloads.flatMap((payload) => {
      const read = byEvent.get(event)?.safeParse(payload);
      return read?.success ? [] : [`${event}: ${read?.error?.message ?? 'unknown'}`];
    }),
  );
}

test.skipIf(!hasLibrary).each([['a token', 'polling'] as const, ['an API key', 'websocket'] as const])(
  'a Python program with %s, by %s, hears every event, and starts and stops a record and a selection',
  async (how, transport) => {
    const { body: made } = await ask('POST', '/api_keys', { name: 'a script', access: 'write' });
    const credentials = how === 'a token' ? { token: session.access_token } : { authorization: `ApiKey ${made.key}` };
    const said = await run(credentials, transport);
    expect(said.refused).toEqual([]);
    expect(Object.keys(said.heard).sort()).toEqual(
      Object.values(rooms)
        .map(({ event }) => event)
        .sort(),
    );
    expect(unlikeContract(said.heard)).toEqual([]);
    expect(said.started).toEqual({ recordId: expect.any(Number) });
    expect(said.begun.selection).toMatchObject({ num: 1, t1: null, exercise: '500 m' });
    expect(said.ended.selection).toMatchObject({ num: 1, id: expect.any(Number) });
    expect(said.stopped).toMatchObject({ blocks: expect.any(Object) });
  },
);
