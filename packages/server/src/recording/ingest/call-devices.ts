import { isRefusal, type Refusal, type RefusalCode, refuse } from '@sillage/contract';
import { RpcAnswer, type RpcMethod, rpcMethods, topics } from '@sillage/device-protocol';
import type { z } from 'zod';
import { type Broker, BrokerAway, NobodyListens } from '../../platform/broker/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import type { Tally } from '../../platform/tally/index.ts';
import { firstProblem } from './read-meta.ts';

type ParamsOf<M extends RpcMethod> = z.input<(typeof rpcMethods)[M]['params']>;
type ResultOf<M extends RpcMethod> = z.output<(typeof rpcMethods)[M]['result']>;

/** Commands to devices: one request, one answer, or a refusal when none comes in time. */
export interface DeviceCaller {
  /** Answers the device's result as it came. */
  send(number: number, method: string, params: Record<string, unknown>, timeoutMs: number): Call;
  /** A command of the protocol; its result is checked. */
  call<M extends RpcMethod>(
    number: number,
    method: M,
    params: ParamsOf<M>,
    timeoutMs?: number,
  ): Promise<ResultOf<M> | Refusal>;
  /** Takes a message from the device's answer topic. */
  heard(number: number, payload: Uint8Array): void;
  /** The device is away: nothing will be answered. */
  gone(number: number): void;
}

interface Call {
  readonly id: string;
  readonly outcome: Promise<unknown>;
}

export const defaultTimeoutMs = 10_000;

/** ms; a timer that fires later than so was held up with everything else, and the answer may lie unread. */
const heldUpMs = 250;
const graceMs = 1000;

/** Requests that have no answer yet, by their ids. */
type Waiting = Map<string, { number: number; method: string; settle: (outcome: unknown) => void }>;

export function createCaller(
  broker: Pick<Broker, 'publish'>,
  newId: () => string,
  { monotonicMs }: Pick<Clock, 'monotonicMs'>,
  tally: Pick<Tally, 'count'>,
): DeviceCaller {
  const waiting: Waiting = new Map();

  function send(number: number, method: string, params: Record<string, unknown>, timeoutMs: number): Call {
    const id = newId();
    const outcome = new Promise<unknown>((resolve) => {
      const stop = giveUpAfter(timeoutMs, monotonicMs, () =>
        settle(refuse('device.timeout', { seconds: Math.round(timeoutMs / 100) / 10 })),
      );
      const settle = (value: unknown) => {
        stop();
        waiting.delete(id);
        resolve(value);
      };
      waiting.set(id, { number, method, settle });
      broker
        .publish(topics.rpcRequest(number), JSON.stringify({ id, method, params }), {
          qos: 1,
          expiresAfterMs: timeoutMs,
        })
        .catch((error: unknown) => settle(whyNotSent(error)));
    });
    return { id, outcome };
  }

  return {
    send,
    async call(number, method, params, timeoutMs = defaultTimeoutMs) {
      return resultOf(number, method, await send(number, method, params, timeoutMs).outcome, tally);
    },
    heard: (number, payload) => settleAnswer(waiting, number, payload, tally),
    gone(number) {
      for (const call of [...waiting.values()]) if (call.number === number) call.settle(refuse('device.notConnected'));
    },
  };
}

/** Ends a wait in time, or a little later when the timer itself was late. Answers how to stop it before. */
function giveUpAfter(timeoutMs: number, monotonicMs: () => number, giveUp: () => void): () => void {
  const dueMs = monotonicMs() + timeoutMs;
  let timer = setTimeout(() => {
    if (monotonicMs() - dueMs < heldUpMs) giveUp();
    else timer = setTimeout(giveUp, graceMs);
  }, timeoutMs);
  return () => clearTimeout(timer);
}

/** The result of a command as the protocol has it. */
function resultOf<M extends RpcMethod>(
  number: number,
  method: M,
  outcome: unknown,
  tally: Pick<Tally, 'count'>,
): ResultOf<M> | Refusal {
  if (isRefusal(outcome)) return outcome;
  const result = rpcMethods[method].result.safeParse(outcome);
  // The schema is the one of the method, which TypeScript cannot see through the table.
  if (result.success) return result.data as ResultOf<M>;
  tally.count('answer.refused', { device: number, reason: `${method}: ${firstProblem(result.error)}` });
  return refuse('device.unreadable');
}

function settleAnswer(waiting: Waiting, number: number, payload: Uint8Array, tally: Pick<Tally, 'count'>): void {
  const answer = RpcAnswer.safeParse(parseJson(payload));
  if (!answer.success) {
    tally.count('answer.refused', { device: number, reason: firstProblem(answer.error) });
    return;
  }
  const call = waiting.get(answer.data.id);
  if (call?.number !== number) return;
  call.settle('error' in answer.data ? refusalOf(call.method, answer.data.error) : answer.data.result);
}

function whyNotSent(error: unknown): Refusal {
  if (error instanceof BrokerAway) return refuse('broker.unavailable');
  if (error instanceof NobodyListens) return refuse('device.notConnected');
  return refuse('broker.refused', { reason: error instanceof Error ? error.message : String(error) });
}

/** Of a firmware that a device does not take. */
const firmwareRefusals = new Map<string, RefusalCode>([
  ['bad_signature', 'firmware.signatureRefused'],
  ['bad_hash', 'firmware.damaged'],
  ['wrong_family', 'firmware.wrongFamily'],
]);

function refusalOf(method: string, error: { code: string; message: string }): Refusal {
  const ofFirmware = method.startsWith('v1.firmware.') ? firmwareRefusals.get(error.code) : undefined;
  if (ofFirmware !== undefined) return refuse(ofFirmware);
  return error.code === 'unknown_method'
    ? refuse('device.unknownMethod', { method })
    : refuse('device.refused', { reason: error.message });
}

/** What a device sent as JSON, or undefined. */
export function parseJson(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(payload));
  } catch {
    return undefined;
  }
}
