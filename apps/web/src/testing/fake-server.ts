import type { ApiClient, BytesReply, CallArguments } from '@sillage/client';
import type { api, Endpoint, ReplyOf } from '@sillage/contract';

type Api = typeof api;
type EndpointName = { [N in keyof Api]: Api[N] extends Endpoint ? N : never }[keyof Api];
type Named<N extends EndpointName> = Extract<Api[N], Endpoint>;
type Given<N extends EndpointName> = CallArguments<Named<N>>;
type Bytes = Pick<BytesReply, 'body'> & Partial<BytesReply>;
type Answer<E extends Endpoint> = E['reply'] extends 'bytes' ? Bytes : ReplyOf<E>;

/** What each endpoint answers: a reply, a refusal, or what makes one of what was given. */
export type Answers = {
  readonly [N in EndpointName]?:
    | Answer<Named<N>>
    | Error
    | ((given: Given<N>) => Answer<Named<N>> | Promise<Answer<Named<N>>>);
};

export interface FakeServer extends ApiClient {
  /** The names of what was called, in order. */
  names(): string[];
  /** What an endpoint was called with, in order. */
  given<N extends EndpointName>(name: N): Given<N>[];
}

/**
 * For tests: a server that answers as told, each answer of the type that the contract says. Lists that nothing
 * is said of are empty; another call that nothing is said of fails.
 */
export function fakeServer(answers: Answers = {}): FakeServer {
  const calls: { name: string; given: unknown }[] = [];
  async function answerTo(endpoint: Endpoint, given: unknown = {}): Promise<unknown> {
    calls.push({ name: endpoint.name, given });
    const answer: unknown = Reflect.get(answers, endpoint.name);
    const reply: unknown = typeof answer === 'function' ? await answer(given) : (answer ?? emptyReply(endpoint));
    if (reply instanceof Error) throw reply;
    return reply;
  }
  // What answers an endpoint was given by its name, which the type of `Answers` ties to its reply.
  const replyOf = async <E extends Endpoint>(endpoint: E, given: unknown) =>
    (await answerTo(endpoint, given)) as ReplyOf<E>;
  const around = ({ status }: Endpoint) => ({ status, headers: new Headers(), epoch: undefined });
  return {
    call: (endpoint, ...[given]) => replyOf(endpoint, given),
    request: async (endpoint, ...[given]) => ({ ...around(endpoint), body: await replyOf(endpoint, given) }),
    fetchBytes: async (endpoint, ...[given]) => ({
      ...around(endpoint),
      contentType: 'application/octet-stream',
      filename: undefined,
      ...bytesOf(endpoint, await answerTo(endpoint, given)),
    }),
    fetchResponse: async (endpoint, ...[given]) => Response.json(await answerTo(endpoint, given)),
    refreshSession: () => Promise.reject(new Error('the test renews no session')),
    names: () => calls.map(({ name }) => name),
    given: <N extends EndpointName>(name: N) =>
      calls.filter((one) => one.name === name).map(({ given }) => given as Given<N>),
  };
}

/** What an endpoint answers as bytes: those it is told to, or its reply in JSON. */
function bytesOf({ reply }: Endpoint, answer: unknown): Bytes {
  if (reply === 'bytes') return answer as Bytes;
  return { contentType: 'application/json', body: new TextEncoder().encode(JSON.stringify(answer)) };
}

function emptyReply({ name, reply }: Endpoint): unknown {
  if (reply === 'nothing') return undefined;
  const empty = [{ items: [], total: 0 }, { records: [], total: 0 }, []].find(
    (one) => reply !== 'bytes' && reply.safeParse(one).success,
  );
  if (empty === undefined) throw new Error(`the test does not answer ${name}`);
  return empty;
}
