import { EventEmitter, once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { endpoint, refuse, type Session } from '@sillage/contract';
import { exampleUser } from '@sillage/contract/testing';
import { z } from 'zod';
import { openTestDisk } from '../disk/testing.ts';
import { openStoredFile } from '../files/index.ts';
import type { Log } from '../log/index.ts';
import {
  createHttp,
  fileAnswer,
  type Http,
  type HttpDependencies,
  type HttpOptions,
  type Principal,
  SessionEnded,
  SessionOpened,
} from './index.ts';

const coach: Principal = { userId: 7, clientId: 1, roles: ['Coach'], groupIds: [3] };
const athlete: Principal = { userId: 8, clientId: 1, roles: ['Athlete'], groupIds: [] };
const user = exampleUser({ id: 7, mail: 'a@b.fr', roles: ['Coach'], client_id: 1 });
const session: Session = {
  ...user,
  access_token: 'coach',
  refresh_token: 'fresh',
  unique_id: 'browser',
  user,
  cgu: { accepted: true, hide: false },
};

const common = { summary: 's', access: 'signedIn' } as const;
const reply = z.object({ got: z.unknown() });
const boatEdit = endpoint({
  ...common,
  name: 'editBoat',
  method: 'PUT',
  path: '/boats/:id',
  params: z.object({ id: z.coerce.number().int().positive() }),
  query: z.object({ tag: z.union([z.string(), z.array(z.string())]).optional() }),
  body: z.object({ mail: z.email({ error: 'email' }), crew: z.array(z.object({ age: z.int().min(0) })).default([]) }),
  reply,
});
const boatDelete = endpoint({
  ...common,
  name: 'd',
  method: 'DELETE',
  path: '/boats',
  access: 'record.delete',
  body: z.array(z.int()),
  reply: 'nothing',
});
const boatRead = endpoint({
  ...common,
  name: 'r',
  method: 'GET',
  path: '/boats/:id',
  params: z.object({ id: z.string() }),
  reply,
});
const boatUpload = endpoint({
  ...common,
  name: 'u',
  method: 'POST',
  path: '/boats',
  status: 201,
  multipart: true,
  body: z.object({ name: z.string() }),
  reply,
});
const boatPhoto = endpoint({
  ...common,
  name: 'p',
  method: 'PUT',
  path: '/boats/photo',
  multipart: true,
  maxUploadBytes: 1_000_000,
  body: z.object({}),
  reply,
});
const boatFile = endpoint({
  ...common,
  name: 'f',
  method: 'POST',
  path: '/boats/file',
  reply: 'bytes',
  contentTypes: ['text/csv'],
});
const boatPlan = endpoint({
  ...common,
  name: 'plan',
  method: 'GET',
  path: '/boats/plan',
  reply: 'bytes',
  contentTypes: ['application/zip'],
  otherStatuses: [206],
});
const boatFilm = endpoint({
  ...common,
  name: 'film',
  method: 'GET',
  path: '/boats/film',
  reply: 'bytes',
  contentTypes: ['video/mp4'],
});
const boatSurprise = endpoint({ ...common, name: 'surprise', method: 'GET', path: '/boats/surprise', reply: 'bytes' });
const enter = endpoint({ ...common, name: 'in', method: 'POST', path: '/enter', access: 'open', reply: z.unknown() });
const leave = endpoint({ ...common, name: 'out', method: 'POST', path: '/leave', access: 'open', reply: 'nothing' });
const renew = endpoint({ ...common, name: 're', method: 'POST', path: '/renew', access: 'refreshToken', reply });

/** What the servers logged as errors. */
export const seen: { level: string; fields: object }[] = [];
const log: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (fields) => seen.push({ level: 'error', fields }),
  child: () => log,
};

type TestHttpOptions = HttpOptions &
  Pick<
    HttpDependencies,
    | 'authenticate'
    | 'trustedProxies'
    | 'tally'
    | 'allowedOrigins'
    | 'httpsOnly'
    | 'isDatabaseAway'
    | 'disk'
    | 'mapTilesUrl'
  >;

/** A folder with a web app, and HTTP servers on it with endpoints that show what their handlers got. */
export async function openTestHttp() {
  seen.length = 0;
  const root = await mkdtemp(join(tmpdir(), 'sillage-http-'));
  const temporary = join(root, 'temporary');
  await mkdir(join(root, 'web', 'assets'), { recursive: true });
  await mkdir(temporary);
  await writeFile(join(root, 'plan.bin'), '0123456789');
  await writeFile(join(root, 'web', 'index.html'), '<title>Sillage</title>');
  await writeFile(join(root, 'web', 'assets', 'app-1a2b.js'), '1');
  const start = (more: Partial<TestHttpOptions> = {}) => startBoats(root, temporary, more);
  const http = await start();
  const close = async () => {
    await http.close();
    await rm(root, { recursive: true, force: true });
  };
  /** Writes the plan again. */
  const writePlan = (text: string) => writeFile(join(root, 'plan.bin'), text);
  return { http, temporary, start, writePlan, close };
}

/** `begun` and `ended` of what takes as long as somebody waits for it. */
export const longEvents = new EventEmitter();

/** What was read of films whose head alone was wanted. */
export const readForNothing: string[] = [];
function film(headOnly: boolean): Readable {
  return Readable.from(
    (function* () {
      if (headOnly) readForNothing.push('film');
      yield Buffer.from('film');
    })(),
  );
}

async function startBoats(root: string, temporary: string, more: Partial<TestHttpOptions>): Promise<Http> {
  const dependencies: HttpDependencies = {
    log,
    clock: { nowMs: () => 1_700_000_000_500, monotonicMs: () => performance.now() },
    version: '1.2.3',
    authenticate: async (value) => {
      if (value === 'Bearer coach') return coach;
      return value === 'Bearer athlete' ? athlete : refuse('session.expired');
    },
    webRoot: join(root, 'web'),
    temporaryFolder: temporary,
    disk: (await openTestDisk()).disk,
    ...more,
  };
  const made = await createHttp(dependencies, more);
  made.serve(boatEdit, async (call) => ({ got: [call.params, call.query, call.body, call.principal.userId] }));
  made.serve(boatDelete, async () => undefined);
  made.serve(boatRead, async (call) => {
    if (call.params.id === 'none') return refuse('entity.notFound');
    if (call.params.id === 'many') return { got: Array.from({ length: 20_000 }, (_, id) => `a boat of number ${id}`) };
    if (call.params.id === 'bug') throw new Error('secret detail');
    if (call.params.id === 'long') {
      longEvents.emit('begun');
      await once(call.signal, 'abort');
      longEvents.emit('ended');
      call.signal.throwIfAborted();
    }
    if (call.params.id === 'full')
      throw new Error('commit', { cause: Object.assign(new Error('no space'), { code: '53100' }) });
    return call.params.id === 'wrong' ? JSON.parse('{"other":1}') : { got: call.params.id, extra: 1 };
  });
  made.serve(boatUpload, async (call) => ({
    got: [
      call.body.name,
      call.file?.filename,
      call.file?.sizeBytes,
      call.file && (await readFile(call.file.path, 'utf8')).length,
    ],
  }));
  made.serve(boatPhoto, async (call) => ({ got: call.file?.sizeBytes }));
  made.serve(boatFile, async () =>
    fileAnswer(Readable.from([Buffer.from('a'), Buffer.from('b')]), 'text/csv', 'été 1.csv'),
  );
  made.serve(boatPlan, async () =>
    fileAnswer((await openStoredFile(join(root, 'plan.bin'))) ?? Buffer.from(''), 'application/zip', 'plan.zip'),
  );
  made.serve(boatSurprise, async () => fileAnswer(Buffer.from('png'), 'image/png', 'a.png'));
  made.serve(boatFilm, async ({ headOnly }) => fileAnswer(film(headOnly), 'video/mp4', 'film.mp4'));
  made.serve(enter, async (call) =>
    call.headers['x-who'] ? { got: call.principal?.userId ?? null } : new SessionOpened(session),
  );
  made.serve(leave, async () => new SessionEnded());
  made.serve(renew, async (call) => ({ got: call.headers.authorization }));
  return made;
}
