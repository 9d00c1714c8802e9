import { expect, it } from 'vitest';
import type { DeviceRow } from '../../administration/devices/index.ts';
import { createCaller } from './call-devices.ts';
import { DeviceSession } from './device-session.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { forgetClock, knowClock, measureClock } from './measure-clock.ts';

const number = 10200042;

/** Measures a device whose clock is 10 s behind; each probe takes so long, while the host's date is set by so much. */
async function measured(probes: readonly { readonly wayMs: number; readonly stepMs?: number }[]) {
  let passedMs = 0;
  let dateMs = 1_700_000_000_000;
  const clock = { nowMs: () => dateMs + passedMs, monotonicMs: () => passedMs };
  let next = 0;
  const publish = async (_topic: string, payload: string | Uint8Array) => {
    const { id } = JSON.parse(String(payload));
    const { wayMs, stepMs = 0 } = probes[next++] ?? { wayMs: 1 };
    passedMs += wayMs / 2;
    const clockUs = (1_700_000_000_000 - 10_000 + passedMs) * 1000;
    passedMs += wayMs / 2;
    dateMs += stepMs;
    caller.heard(number, Buffer.from(JSON.stringify({ id, result: { clockUs } })));
  };
  let calls = 0;
  const caller = createCaller({ publish }, () => `${calls++}`, clock, { count() {} });
  return (await measureClock({ caller, clock }, number))?.offsetUs;
}

it('believes the probe with the shortest way', async () => {
  expect(await measured([{ wayMs: 80 }, { wayMs: 10 }, { wayMs: 40 }])).toBe(10e6);
});

it.each([3_600_000, -3_600_000, -300])(
  'discards a probe during which the host’s date was set by %d ms',
  async (stepMs) => {
    const offsetUs = await measured([{ wayMs: 80 }, { wayMs: 2, stepMs }, { wayMs: 40 }]);
    // Before the step, or after it: both are what the two clocks said.
    expect([10e6, 10e6 + stepMs * 1000]).toContain(offsetUs);
    expect(
      await measured([
        { wayMs: 2, stepMs },
        { wayMs: 2, stepMs },
        { wayMs: 2, stepMs },
      ]),
    ).toBeUndefined();
  },
);

it('learns nothing from ways that are longer than a second', async () => {
  expect(await measured([{ wayMs: 1500 }, { wayMs: 4000 }, { wayMs: 2000 }])).toBeUndefined();
});

it('forgets a measurement that lands after the host’s date was set', async () => {
  const asked: string[] = [];
  const clock = { nowMs: () => 1_700_000_000_000, monotonicMs: () => 0 };
  const publish = async (_topic: string, payload: string | Uint8Array) =>
    void asked.push(JSON.parse(String(payload)).id);
  let calls = 0;
  const caller = createCaller({ publish }, () => `${calls++}`, clock, { count() {} });
  const dependencies = { caller, clock } as unknown as IngestDependencies;
  const session = new DeviceSession({ number, meta: null } as DeviceRow);
  const measuring = knowClock(dependencies, session);
  forgetClock(dependencies, session);
  for (let i = 0; i < 3; i++) {
    await Promise.resolve();
    caller.heard(number, Buffer.from(JSON.stringify({ id: `${i}`, result: { clockUs: 1 } })));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(asked).toEqual(['0', '1', '2']);
  expect(await measuring).toBeUndefined();
  expect(session.clock.known).toBeUndefined();
});
