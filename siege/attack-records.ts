import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What speaks HTTP to the program, and may break off. */
export interface Speaker {
  readonly url: string;
  readonly authorization: string;
}

export interface Said {
  readonly status: number;
  readonly code: string | undefined;
  readonly id: number | undefined;
  readonly bytes: number;
}

/** ms; longer than any honest answer of a hub that others flood. */
const answerWithinMs = 60_000;

/** Asks as any program does. Status 0: no answer. */
export async function ask(
  { url, authorization }: Speaker,
  method: string,
  path: string,
  body?: RequestInit['body'],
  headers: Readonly<Record<string, string>> = {},
): Promise<Said> {
  try {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization, ...headers },
      signal: AbortSignal.timeout(answerWithinMs),
      ...(body !== undefined && { body }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const said: Readonly<Record<string, unknown>> = answer.headers.get('content-type')?.includes('json')
      ? readJson(bytes)
      : {};
    return { status: answer.status, code: text(said.code), id: number(said.id), bytes: bytes.length };
  } catch {
    return { status: 0, code: undefined, id: undefined, bytes: 0 };
  }
}

export const askJson = (speaker: Speaker, method: string, path: string, body: unknown): Promise<Said> =>
  ask(speaker, method, path, JSON.stringify(body), { 'content-type': 'application/json' });

function readJson(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(bytes.toString());
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}
const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
const number = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** A CSV of the form of uploads, under any name. */
export function formOf(name: string, content: string | Uint8Array<ArrayBuffer>, data: object = {}): FormData {
  const form = new FormData();
  form.set('data', JSON.stringify(data));
  form.set('file', new Blob([content]), name);
  return form;
}

/** 100 Hz of two variables. */
export function csvOf(seconds: number): string {
  const rows = Array.from({ length: seconds * 100 }, (_, n) => `${n / 100},${(n * 7) % 1000},${Math.sin(n / 50)}`);
  return `T (s),force (N),speed (m/s)\n${rows.join('\n')}\n`;
}

/** Sends the beginning of a request and breaks off. */
export async function sendCut(
  { url, authorization }: Speaker,
  request: { readonly method: string; readonly path: string; readonly headers: string[]; readonly body: Buffer },
  sentBytes: number,
  manner: 'end' | 'reset',
): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  await Promise.race([once(socket, 'connect').catch(() => undefined), delay(answerWithinMs)]);
  const head = [
    `${request.method} /api${request.path} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: ${authorization}`,
    ...request.headers,
    `Content-Length: ${request.body.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(request.body.subarray(0, sentBytes));
  await delay(30);
  if (manner === 'end') socket.end();
  else socket.resetAndDestroy();
  await delay(20);
  socket.destroy();
}

/** Begins a download and breaks off after some bytes. */
export async function readCut({ url, authorization }: Speaker, path: string, body: unknown, mostBytes: number) {
  const left = new AbortController();
  try {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: left.signal,
    });
    let read = 0;
    for await (const chunk of answer.body ?? []) {
      read += chunk.length;
      if (read >= mostBytes) break;
    }
    left.abort();
    return answer.status;
  } catch {
    return 0;
  }
}

/** Names of the files in a zip, by its directory. */
export function namesInZip(zip: Buffer): string[] {
  const names: string[] = [];
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 46)) {
    names.push(zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28)).toString());
  }
  return names;
}

/** Names that files, headers, zips and logs would stumble over. */
export const hostileNames = [
  '../../../etc/passwd.csv',
  '..\\..\\windows\\win.csv',
  '/absolute.csv',
  'C:\\con.csv',
  'con.csv',
  '.csv',
  '..',
  ' ',
  '\u202egnp.csv',
  'é̀'.repeat(200),
  '👩‍🚀'.repeat(60),
  'a'.repeat(5000),
  'semi;colon="quote\'.csv',
  'line\nbreak\r\nX-Injected: 1.csv',
  'nul\0inside.csv',
  '%00%2e%2e%2f.csv',
  '\ud800half.csv',
  '<script>alert(1)</script>.csv',
  'trailing. . .',
  'a/b/c.csv',
] as const;
