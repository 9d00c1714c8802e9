import { api, type PhoneStatus } from '@sillage/contract';
import { useEffect, useRef, useState } from 'react';
import { useBackendInfo } from '../../base/backend-info.ts';
import { useServices } from '../../base/services.tsx';
import type { PhoneState } from './device/phone-device.ts';
import { type PhoneIdentity, PhoneMemory } from './device/phone-memory.ts';
import type { PhoneModule } from './device/phone-modules.ts';
import { type RunningPhone, runPhone } from './run-phone.ts';
import { askForMovement, type SensorProblem } from './sensors/watch-sensors.ts';
import { takeCode } from './take-code.ts';
import { watchBattery } from './watch-battery.ts';

/** A phone that measures, as the page shows it. */
export interface RunningScreen {
  readonly phone: RunningPhone;
  readonly state: PhoneState;
  readonly status: PhoneStatus | undefined;
  readonly problems: ReadonlyMap<PhoneModule, SensorProblem>;
  readonly battery: () => number | undefined;
  wear(userId: number | null): Promise<void>;
}

export interface Phone {
  /** The code of the address; undefined without one. */
  readonly code: string | undefined;
  readonly identity: PhoneIdentity | undefined;
  readonly running: RunningScreen | undefined;
  /** Joins, where that is still to do, asks for the sensors, and goes. By a press: phones ask then only. */
  start(): Promise<void>;
  /** The hub does not know it any more: it may join anew. */
  leave(): Promise<void>;
}

const memoryName = 'sillage-phone';

/** Everything of this phone: who it is, what it measures, what its hub says of it. */
export function usePhone(): Phone {
  const { server, origin } = useServices();
  const version = useBackendInfo()?.version ?? '0';
  const [code] = useState(takeCode);
  const [memory, setMemory] = useState<PhoneMemory>();
  const [identity, setIdentity] = useState<PhoneIdentity>();
  const [phone, setPhone] = useState<RunningPhone>();
  const [state, setState] = useState<PhoneState>();
  const [status, setStatus] = useState<PhoneStatus>();
  const [problems, setProblems] = useState<ReadonlyMap<PhoneModule, SensorProblem>>(new Map());
  const battery = useRef<() => number | undefined>(() => undefined);

  useEffect(() => {
    let isGone = false;
    PhoneMemory.open(memoryName).then(async (opened) => {
      const known = await opened.identity();
      if (isGone) return opened.close();
      setMemory(opened);
      setIdentity(known);
    }, console.error);
    return () => {
      isGone = true;
    };
  }, []);
  useEffect(() => {
    if (phone === undefined) return undefined;
    return () => void phone.stop().catch(console.error);
  }, [phone]);

  async function join(): Promise<PhoneIdentity> {
    if (identity !== undefined) return identity;
    const joined = await server.call(api.joinAsPhone, { body: { code: code ?? '' } });
    const { number, secret, name } = joined;
    setStatus(joined);
    return { number, secret, name };
  }

  async function start(): Promise<void> {
    if (memory === undefined) return;
    // First: later the press that phones want is over.
    const mayMove = await askForMovement();
    const now = await join();
    await memory.become(now);
    setIdentity(now);
    if (!mayMove) setProblems((before) => new Map(before).set('imu', 'denied'));
    battery.current = watchBattery();
    const running = await runPhone({
      ...{ identity: now, memory, origin, version, changed: setState, battery: battery.current },
      problem: (module, why) => setProblems((before) => new Map(before).set(module, why)),
      renamed: (name) => {
        setIdentity({ ...now, name });
        memory.become({ ...now, name }).catch(console.error);
      },
    });
    setState(running.device.now);
    setPhone(running);
    const { number, secret } = now;
    server.call(api.readPhone, { body: { number, secret } }).then(setStatus, () => undefined);
  }

  async function wear(userId: number | null): Promise<void> {
    if (identity === undefined) return;
    const { number, secret } = identity;
    setStatus(await server.call(api.setPhoneWearer, { body: { number, secret, user_id: userId } }));
  }

  async function leave(): Promise<void> {
    await phone?.stop();
    await memory?.leave();
    setPhone(undefined);
    setIdentity(undefined);
    setState(undefined);
  }

  const running = phone && state && { phone, state, status, problems, battery: battery.current, wear };
  return { code, identity, running, start, leave };
}
