import { isRefusal } from '@sillage/contract';
import { topics } from '@sillage/device-protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Broker, BrokerAway, NobodyListens } from '../../platform/broker/index.ts';
import { createCaller } from './call-devices.ts';

const number = 10200042;
let stalledMs = 0;
let refused: string[];
beforeEach(() => {
  vi.useFakeTimers();
  stalledMs = 0;
  refused = [];
});
afterEach(() => void vi.useRealTimers());

/** Commands over a broker that does this with them; each is called by its place. */
function callOver(publish: Broker['publish'] = async () => {}) {
  let calls = 0;
  const clock = { monotonicMs: () => Date.now() + stalledMs };
  const tally = { count: (_: string, about?: { reason?: string }) => void refused.push(about?.reason ?? '') };
  return createCaller({ publish }, () => `call-${calls++}`, clock, tally);
}

const answer = (body: object) => new TextEncoder().encode(JSON.stringify({ id: 'call-0', ...body }));
const said = (outcome: unknown) => (isRefusal(outcome) ? outcome.body() : outcome);

describe('a command', () => {
  it('that a device refuses is answered with the device’s own words, as a quotation', async () => {
    const caller = callOver();
    const { outcome } = caller.send(number, 'v1.record.rec.start', {}, 1000);
    caller.heard(number, answer({ error: { code: 'state', message: 'no space {left}' } }));
    expect(said(await outcome)).toEqual({
      code: 'device.refused',
      message: {
        fr: 'Le capteur a refusé. Sa réponse\u00a0: «\u00a0no space {left}\u00a0».',
        en: 'The device refused. Its answer: “no space {left}”.',
      },
    });
  });

  it('whose answer is none has a code and sentences of its own, and is counted', async () => {
    const caller = callOver();
    const outcome = caller.call(number, 'v1.clock.get', {});
    caller.heard(number, answer({ result: { clockUs: 'noon' } }));
    const body = said(await outcome);
    expect(body).toMatchObject({ code: 'device.unreadable' });
    expect(JSON.stringify(body)).not.toMatch(/noon|expected|clockUs/);
    expect(refused).toEqual([expect.stringContaining('v1.clock.get: clockUs')]);
  });

  it.each([
    ['there is no connection', new BrokerAway(), 'broker.unavailable'],
    ['nobody listens', new NobodyListens(), 'device.notConnected'],
    ['the broker refuses it', Object.assign(new Error('Not authorized'), { code: 0x87 }), 'broker.refused'],
  ])('that was not sent, because %s, is not said to be refused by the device', async (_, error, code) => {
    const { outcome } = callOver(() => Promise.reject(error)).send(number, 'v1.light.blink', {}, 1000);
    expect(said(await outcome)).toMatchObject({ code });
  });

  it('without an answer ends in time', async () => {
    const { outcome } = callOver().send(number, 'v1.light.blink', {}, 1000);
    vi.advanceTimersByTime(1000);
    expect(said(await outcome)).toMatchObject({ code: 'device.timeout' });
  });

  it('held up by a stall of this program has a second of grace, in which its answer is read', async () => {
    const caller = callOver();
    const { outcome } = caller.send(number, 'v1.clock.get', {}, 1000);
    stalledMs = 5000;
    vi.advanceTimersByTime(1000);
    caller.heard(number, answer({ result: { clockUs: 1 } }));
    expect(await outcome).toEqual({ clockUs: 1 });
    const second = caller.send(number, 'v1.clock.get', {}, 1000);
    stalledMs = 10_000;
    vi.advanceTimersByTime(1999);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(said(await second.outcome)).toMatchObject({ code: 'device.timeout' });
  });

  it('goes to its device alone, and only that one answers it', async () => {
    const sent: string[] = [];
    const caller = callOver(async (topic) => void sent.push(topic));
    const { outcome } = caller.send(number, 'v1.clock.get', {}, 1000);
    caller.heard(number + 1, answer({ result: { clockUs: 2 } }));
    caller.heard(number, answer({ result: { clockUs: 1 } }));
    expect([sent, await outcome]).toEqual([[topics.rpcRequest(number)], { clockUs: 1 }]);
  });
});
