import type { z } from 'zod';
import { type RpcAnswer, type RpcCall, type RpcMethod, rpcMethods } from './messages.ts';

/** Why a device does not do what it is asked. */
export interface Refusal {
  readonly code:
    | 'busy'
    | 'not_recording'
    | 'unknown_record'
    | 'unknown_module'
    | 'unknown_method'
    | 'bad_params'
    | 'wrong_family'
    | 'bad_signature'
    | 'bad_hash'
    | 'same_version'
    | 'failed';
  readonly message: string;
}

/** What came of a command. */
export type Outcome<R> = { readonly result: R } | { readonly error: Refusal };

/** A refusal as an answer carries it. */
export function refusal(code: Refusal['code'], message: string): { error: Refusal } {
  return { error: { code, message } };
}

type Params<M extends RpcMethod> = z.output<(typeof rpcMethods)[M]['params']>;
type Result<M extends RpcMethod> = z.output<(typeof rpcMethods)[M]['result']>;

/** What a device does at each command that it knows. */
export type Commands = {
  readonly [M in RpcMethod]?: (params: Params<M>) => Outcome<Result<M>> | Promise<Outcome<Result<M>>>;
};

const schemas: { readonly [M in RpcMethod]: { readonly params: z.ZodType<Params<M>> } } = rpcMethods;

/** Calls whose answers are kept for a second delivery of the same call, as QoS 1 allows. */
const rememberedCalls = 64;

/** Answers calls with `commands`; a call that comes twice is done once and answered twice. */
export function answerCalls(commands: Commands): (call: RpcCall) => Promise<RpcAnswer> {
  const answered = new Map<string, Promise<RpcAnswer>>();
  return (call) => {
    const answer = answered.get(call.id) ?? perform(commands, call);
    answered.delete(call.id);
    answered.set(call.id, answer);
    for (const id of answered.keys()) {
      if (answered.size <= rememberedCalls) break;
      answered.delete(id);
    }
    return answer;
  };
}

async function perform(commands: Commands, { id, method, params }: RpcCall): Promise<RpcAnswer> {
  if (!isMethod(method)) return { id, ...unknown(method) };
  return { id, ...(await command(commands, method, params)) };
}

function unknown(method: string) {
  return refusal('unknown_method', `no method ${method.slice(0, 100)}`);
}

async function command<M extends RpcMethod>(commands: Commands, method: M, params: unknown): Promise<Outcome<unknown>> {
  const act = commands[method];
  if (act === undefined) return unknown(method);
  const parsed = schemas[method].params.safeParse(params);
  if (!parsed.success) return refusal('bad_params', `${method}: parameters do not fit`);
  try {
    return await act(parsed.data);
  } catch (error) {
    return refusal('failed', `${method}: ${error instanceof Error ? error.message : error}`.slice(0, 300));
  }
}

function isMethod(method: string): method is RpcMethod {
  return Object.hasOwn(rpcMethods, method);
}
