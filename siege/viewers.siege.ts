import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { recordings } from '@sillage/app-simulator';
import { createRealtimeClient } from '@sillage/client';
import { api, rooms } from '@sillage/contract';
import { administrator, freePort, signIn, waitUntil } from '@sillage/testkit';
import { type Hears, startLeanViewer } from './lean-viewer.ts';
import { type Field, openField } from './open-field.ts';
import { collectLosses, type Siege, type SiegeOptions, type SiegeReport } from './siege.ts';
import { watchProgram } from './watch-program.ts';

const allViewers = 1000;
/** Each of so many comes by the product's own client, whose work for a thousand would be that of a thousand machines. */
const everyOwn = 20;
const kills = 5;
const longSeconds = 120;
const listenSeconds = 30;
/** How much longer others may wait beside who stands still, and ms that are noise where cores are shared with the viewers themselves. */
const mostHeldUp = { times: 1.2, noiseMs: 50 };
/** s in which all are to be back in their rooms, once the program is. */
const goalSeconds = 5;
/** Longer than the client's rounds of retries. */
const backSeconds = 90;

/** A thousand viewers come back after each kill and after a long absence; one that stands still holds up nobody. */
export const siege: Siege = {
  name: 'viewers',
  async run(options) {
    const dataRoot = await mkdtemp(join(tmpdir(), 'sillage-siege-viewers-'));
    const devicesFolder = await mkdtemp(join(tmpdir(), 'sillage-siege-devices-'));
    try {
      const field = await openField({ dataRoot, devicesFolder, port: await freePort() });
      try {
        return await besiege(field, options);
      } finally {
        await field.close();
      }
    } finally {
      await rm(dataRoot, { recursive: true, force: true });
    }
  },
};

async function besiege(field: Field, { share, tell }: SiegeOptions): Promise<SiegeReport> {
  const crowd = await gather(field, Math.max(10, Math.round(allViewers * share)));
  const lost = collectLosses(tell);
  const measured: Record<string, string> = {};
  await field.startRecords();
  const alone = await crowd.listen(listenSeconds * share);
  const release = await freeze(field, crowd.token);
  const beside = await crowd.listen(listenSeconds * share);
  await release();
  if (!(beside < mostHeldUp.times * alone + mostHeldUp.noiseMs))
    lost.add([`viewers were held up: ${beside} ms after ${alone} ms`]);
  measured['p99 between two messages'] =
    `${alone.toFixed(1)} ms, beside those that stand still ${beside.toFixed(1)} ms (${(beside / alone).toFixed(2)} ×)`;
  const back: string[] = [];
  const return_ = async (absentSeconds: number) => {
    crowd.forget();
    await field.program.kill();
    await delay(absentSeconds * 1000);
    await field.start();
    const sinceMs = performance.now();
    const missing = await crowd.untilBack();
    if (missing > 0) lost.add([`${missing} of ${crowd.viewers} viewers did not come back`]);
    const secondsUntil = (atMs: number) => `${(Math.max(0, atMs - sinceMs) / 1000).toFixed(1)} s`;
    const { connectedMs, enteredMs } = crowd.last();
    back.push(secondsUntil(enteredMs));
    tell(`all back ${back.at(-1)} after the program, connected ${secondsUntil(connectedMs)} after it`);
  };
  const times = Math.max(1, Math.round(kills * share));
  for (let i = 0; i < times; i++) await return_(0);
  await return_(longSeconds * share);
  measured[`back in rooms after the program, each time (goal ${goalSeconds} s)`] = back.join(', ');
  crowd.leave();
  const watch = watchProgram(field);
  await field.stopRecords();
  lost.add(await field.compareRecords());
  Object.assign(measured, await watch.stop());
  const did = { viewers: crowd.viewers, 'kills of the program': times, 'long absences': 1 };
  // Each absence ends the program once, as it was asked to.
  return { did, lost: lost.all, serverErrors: await field.serverErrors(), ended: field.ended - times - 1, measured };
}

interface Crowd {
  readonly viewers: number;
  readonly token: string;
  /** ms between two messages of a device to a viewer, p99. */
  listen(seconds: number): Promise<number>;
  /** From now on everybody is to come back. */
  forget(): void;
  /** @returns viewers who are still missing at the end of the wait */
  untilBack(): Promise<number>;
  /** When the last of them connected, and entered a room, by `performance.now()`. */
  last(): { readonly connectedMs: number; readonly enteredMs: number };
  leave(): void;
}

async function gather(field: Field, viewers: number): Promise<Crowd> {
  const { url, user } = field.program;
  const token = await accessToken(url);
  const entered = new Set<string>();
  let gapsMs: number[] = [];
  let connectedMs = 0;
  let enteredMs = 0;
  const stops: (() => void)[] = [];
  for (let i = 0; i < viewers; i++) {
    const number = recordings[i % recordings.length]?.device.number ?? 0;
    let heardAtMs: number | undefined;
    const hears = {
      connected() {
        connectedMs = performance.now();
      },
      entered(room: string) {
        entered.add(`${i} ${room}`);
        enteredMs = performance.now();
      },
      samples() {
        const nowMs = performance.now();
        if (heardAtMs !== undefined) gapsMs.push(nowMs - heardAtMs);
        heardAtMs = nowMs;
      },
    };
    const watched = { url, token, clientId: user.client_id, number };
    stops.push(i % everyOwn === 0 ? startOwnViewer(watched, hears) : startLean(watched, hears));
  }
  const isThere = () => entered.size >= 2 * viewers;
  await waitUntil('all viewers to be in their rooms', async () => isThere(), 120);
  return {
    viewers,
    token,
    async listen(seconds) {
      gapsMs = [];
      await delay(seconds * 1000);
      gapsMs.sort((a, b) => a - b);
      return gapsMs[Math.floor(gapsMs.length * 0.99)] ?? Number.NaN;
    },
    forget: () => entered.clear(),
    last: () => ({ connectedMs, enteredMs }),
    async untilBack() {
      await waitUntil('all to be back', async () => isThere(), backSeconds).catch(() => undefined);
      return Math.ceil((2 * viewers - entered.size) / 2);
    },
    leave: () => {
      for (const stop of stops) stop();
    },
  };
}

interface Watched {
  readonly url: string;
  readonly token: string;
  readonly clientId: number;
  readonly number: number;
}

function startLean({ url, token, clientId, number }: Watched, hears: Hears): () => void {
  return startLeanViewer(
    { url, token, rooms: [rooms.connectedDevices.room(clientId), rooms.liveData.room(number)] },
    hears,
  );
}

/** By the product's own client. */
function startOwnViewer({ url, token, clientId, number }: Watched, hears: Hears): () => void {
  const viewer = createRealtimeClient({ url, token: () => token, transports: ['websocket'] });
  viewer.subscribe('connectedDevices', clientId, () => undefined);
  viewer.subscribe('liveData', number, hears.samples);
  viewer.onEntered(hears.entered);
  viewer.onState((state) => {
    if (state === 'connected') hears.connected();
  });
  viewer.start();
  return () => viewer.stop();
}

async function accessToken(url: string): Promise<string> {
  const { authorization } = await signIn(url, administrator);
  return authorization.replace(/^Bearer /, '');
}

/** A viewer and an MQTT client that stand still in the middle of a record; answers how to end them. */
async function freeze({ program, mqttPort }: Field, token: string): Promise<() => Promise<void>> {
  const { number, secret } = await program.client.call(api.createDevice, {
    body: { type: 'maxi', serial: 6667, client_id: program.user.client_id },
  });
  const start = {
    ...{ url: program.url, token, device: recordings[0]?.device.number, secret, name: `device-${number}` },
    brokerUrl: `mqtt://127.0.0.1:${mqttPort}`,
  };
  const file = fileURLToPath(new URL('frozen-viewer.ts', import.meta.url));
  const child: ChildProcess = fork(file, [JSON.stringify(start)]);
  const [entered] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (entered !== 'entered') throw new Error(`the viewer that is to stand still ended: ${entered}`);
  child.kill('SIGSTOP');
  return async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
}
