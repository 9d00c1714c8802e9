import type { Variable } from '@sillage/analysis';
import { ApiError, createClient, NetworkError } from '@sillage/client';
import { type AnalysisAbout, api } from '@sillage/contract';
import { mostBytes, type ReadProblem, variablesOf } from './read-variables.ts';

/** ms for all calls of one record: a file of the largest size over a slow network. */
const patienceMs = 10 * 60_000;

export interface OfServer {
  /** Without `/api`. */
  readonly server: string;
  /** Empty: a server that asks nobody is not one of ours, so the server refuses. */
  readonly key: string;
  readonly recordId: number;
}

/** All variables of a record, as full-resolution samples, and what each analysis takes of it. */
export interface RecordRead {
  readonly variables: readonly Variable[];
  readonly offered: readonly AnalysisAbout[];
}

/** A record of a server, through the interface that every program has. Never throws because of what the server or the network does. */
export async function readRecord({ server, key, recordId }: OfServer): Promise<RecordRead | ReadProblem> {
  const client = createClient({ baseUrl: `${server.replace(/\/+$/, '')}/api` });
  const signal = AbortSignal.timeout(patienceMs);
  const headers = { authorization: `ApiKey ${key}` };
  try {
    const offered = await client.call(api.listAnalyses, { params: { id: recordId }, headers, signal });
    const response = await client.fetchResponse(api.downloadRecordFile, {
      ...{ params: { id: recordId, fileType: 'mcap' }, body: {}, headers, signal },
    });
    const bytes = await readAtMost(response, mostBytes);
    if ('unreadable' in bytes) return bytes;
    const variables = variablesOf(bytes, { rateHz: undefined, rows: 'samples', isRecord: true });
    return 'unreadable' in variables ? variables : { variables, offered };
  } catch (problem) {
    if (problem instanceof ApiError) return { unreadable: problem.code, about: problem.body.message.en };
    if (problem instanceof NetworkError || signal.aborted) return { unreadable: 'noServer', about: server };
    throw problem;
  }
}

async function readAtMost({ body }: Response, most: number): Promise<Uint8Array | ReadProblem> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    length += piece.length;
    if (length > most) return { unreadable: 'tooLarge', about: `${most / 1024 ** 2} MB` };
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
