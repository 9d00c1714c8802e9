import { type Commands, type Outcome, type RpcMethod, refusal } from '@sillage/device-protocol';
import type { FirmwareFault } from './device-setup.ts';
import type { FirmwareMemory } from './take-firmware.ts';

type FirmwareMethod = Extract<RpcMethod, `v1.firmware.${string}`>;

/** ms without a piece after which a device gives an update up; what it has it keeps. */
const silentMs = 30_000;
/** ms from the answer to the restart, so that the answer goes out. */
const beforeRestartMs = 50;

interface Dependencies {
  readonly memory: FirmwareMemory;
  /** Idle, or `firmware_updating` already. */
  readonly mayBegin: () => boolean;
  readonly enter: (state: 'firmware_updating' | 'idle') => void;
  readonly later: (ms: number, act: () => void) => void;
  /** The device starts again: its line is cut. */
  readonly restart: () => void;
  readonly cutLine: () => void;
  readonly fault: FirmwareFault | undefined;
}

/** What a device does at the commands of an update; `fault` happens once. */
export function updateItself(dependencies: Dependencies): Pick<Commands, FirmwareMethod> {
  const { memory, mayBegin, enter, later, restart, cutLine } = dependencies;
  let fault = dependencies.fault;
  let pieces = 0;
  const strikes = (at: FirmwareFault): boolean => {
    if (fault !== at) return false;
    fault = undefined;
    return true;
  };
  const giveUpWhenSilent = (): void => {
    const mine = ++pieces;
    later(silentMs, () => {
      if (mine !== pieces) return;
      memory.interrupt();
      enter('idle');
    });
  };
  const settle = <R>(outcome: Outcome<R>): Outcome<R> => {
    if ('error' in outcome) {
      pieces++;
      enter('idle');
    }
    return outcome;
  };
  return {
    'v1.firmware.begin': (offer) => {
      if (!mayBegin()) return refusal('busy', 'a record is running');
      const outcome = settle(memory.begin(offer));
      if ('error' in outcome) return outcome;
      enter('firmware_updating');
      giveUpWhenSilent();
      if (strikes('begin')) cutLine();
      return outcome;
    },
    'v1.firmware.chunk': ({ offset, data }) => {
      const bytes = Buffer.from(data, 'base64');
      if (offset > 0 && strikes('corrupt')) bytes[0] = (bytes[0] ?? 0) ^ 1;
      const outcome = memory.append(offset, bytes);
      giveUpWhenSilent();
      if (offset > 0 && strikes('chunk')) cutLine();
      if (offset > 0 && strikes('power')) {
        pieces++;
        memory.interrupt();
        enter('idle');
        restart();
      }
      return outcome;
    },
    'v1.firmware.apply': () => {
      if (strikes('verify')) {
        pieces++;
        memory.interrupt();
        enter('idle');
        cutLine();
        return refusal('failed', 'power was lost');
      }
      const outcome = settle(memory.verify());
      if ('error' in outcome) return outcome;
      pieces++;
      memory.commit();
      if (strikes('restart')) cutLine();
      later(beforeRestartMs, restart);
      return outcome;
    },
    'v1.firmware.cancel': () => {
      pieces++;
      memory.forget();
      enter('idle');
      return { result: {} };
    },
  };
}
