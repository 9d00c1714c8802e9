import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Endpoint, ErrorBody, type ReplyOf, Role, refuse } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Clock, systemClock } from '../../platform/clock/index.ts';
import { type Db, tables } from '../../platform/database/index.ts';
import { addClient, addGroup, addUser, openTestDatabase } from '../../platform/database/testing.ts';
import { openTestDisk } from '../../platform/disk/testing.ts';
import { createHttp, type Principal, type Serve } from '../../platform/http/index.ts';
import { createLog } from '../../platform/log/index.ts';

const { groupMembers, users } = tables;

/** What a test asks: path parameters, query, JSON body (with a file: the form's part `data`), more headers. */
export interface Asked {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  readonly body?: unknown;
  readonly file?: { readonly name: string; readonly bytes: Uint8Array };
  readonly headers?: Readonly<Record<string, string>>;
}

/** What came back. `body` is the endpoint's reply, undefined when it refused; `code` and `fields` are the refusal's. */
export interface TestReply<E extends Endpoint> {
  readonly status: number;
  readonly body: ReplyOf<E> | undefined;
  readonly code: string | undefined;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, unknown>>;
}

/**
 * Two clients with their people on a real database, behind the real HTTP door; for tests. `Bearer <name>` signs in the
 * person of that name: roles, client and groups are read from the database at each request, as in the program.
 *
 * Client `home`: `admin`, `manager`, `coach` (group `rowers`), `athlete` (`rowers`), `sprinter` (an athlete, `sprinters`),
 * `loner` (an athlete without group). Client `away`: `awayManager`, `awayCoach` and `awayAthlete` (`awayTeam`).
 */
export async function openTestAdministration(clock: Clock = systemClock) {
  const { database, folder, close } = await openTestDatabase();
  const { db } = database;
  const log = createLog('silent');
  const webRoot = join(folder.root, 'web');
  await mkdir(webRoot, { recursive: true });
  await writeFile(join(webRoot, 'index.html'), '<title>Sillage</title>');
  const made = await insertPeople(db);
  const http = await createHttp(
    {
      log,
      clock,
      version: '1.0.0',
      authenticate: async (authorization) => {
        const id = made.people.get(authorization.replace('Bearer ', ''));
        return (id === undefined ? undefined : await principalOf(db, id)) ?? refuse('session.expired');
      },
      webRoot,
      temporaryFolder: folder.temporary,
      disk: (await openTestDisk()).disk,
    },
    { checkReplies: true },
  );

  /** Calls an endpoint as the person of a name, or as nobody. */
  async function ask<E extends Endpoint>(
    who: string | undefined,
    endpoint: E,
    asked: Asked = {},
  ): Promise<TestReply<E>> {
    const payload = await payloadOf(endpoint, asked);
    const response = await http.app.inject({
      method: endpoint.method,
      url: `/api${pathOf(endpoint, asked)}`,
      headers: {
        ...(who === undefined ? {} : { authorization: `Bearer ${who}` }),
        ...payload.headers,
        ...asked.headers,
      },
      ...(payload.bytes === undefined ? {} : { payload: payload.bytes }),
    });
    const refused = response.statusCode >= 400 ? ErrorBody.parse(response.json()) : undefined;
    const schema = endpoint.reply;
    const body = refused === undefined && schema instanceof z.ZodType ? schema.parse(response.json()) : undefined;
    return {
      status: response.statusCode,
      // Parsed by the endpoint's own schema just above; TypeScript cannot follow that through the type parameter.
      body: body as ReplyOf<E> | undefined,
      code: refused?.code,
      fields: refused?.fields,
      bytes: response.rawPayload,
      headers: response.headers,
    };
  }

  return {
    database,
    db,
    folder,
    log,
    clock,
    serve: http.serve as Serve,
    ask,
    clientIds: made.clients,
    groupIds: made.groups,
    /** Id of a person by name. @throws for a name that was never made. */
    idOf: (name: string) => required(made.people.get(name)),
    /** Gives a name to a person that the test made, so that they can sign in. */
    name(name: string, userId: number): void {
      made.people.set(name, userId);
    },
    /** Adds a person who can sign in by the name. */
    addPerson: (name: string, roles: readonly Role[], clientId: number, groupIds: readonly number[] = []) =>
      insertPerson(db, made.people, name, roles, clientId, groupIds),
    async close(): Promise<void> {
      await http.close();
      await close();
    },
  };
}

/** The fields for which a role was denied; anything else that was answered is told instead, so that no test takes it for that. */
export function denied({ status, code, fields }: Pick<TestReply<Endpoint>, 'status' | 'code' | 'fields'>): unknown {
  return status === 403 && code === 'permission.denied' ? fields : { status, code, fields };
}

export type TestAdministration = Awaited<ReturnType<typeof openTestAdministration>>;

async function insertPeople(db: Db) {
  const people = new Map<string, number>();
  const home = (await addClient(db, { name: 'home' })).id;
  const away = (await addClient(db, { name: 'away' })).id;
  const rowers = (await addGroup(db, { clientId: home, name: 'rowers' })).id;
  const sprinters = (await addGroup(db, { clientId: home, name: 'sprinters' })).id;
  const awayTeam = (await addGroup(db, { clientId: away, name: 'awayTeam' })).id;
  const add = (name: string, role: Role, clientId: number, groupIds: readonly number[] = []) =>
    insertPerson(db, people, name, [role], clientId, groupIds);
  await add('admin', 'Admin', home);
  await add('manager', 'Manager', home);
  await add('coach', 'Coach', home, [rowers]);
  await add('athlete', 'Athlete', home, [rowers]);
  await add('sprinter', 'Athlete', home, [sprinters]);
  await add('loner', 'Athlete', home);
  await add('awayManager', 'Manager', away);
  await add('awayCoach', 'Coach', away, [awayTeam]);
  await add('awayAthlete', 'Athlete', away, [awayTeam]);
  return { people, clients: { home, away }, groups: { rowers, sprinters, awayTeam } };
}

async function insertPerson(
  db: Db,
  people: Map<string, number>,
  name: string,
  roles: readonly Role[],
  clientId: number,
  groupIds: readonly number[],
): Promise<number> {
  const mail = `${name.toLowerCase()}@example.org`;
  const about = { mail, lastname: name, roles: [...roles], termsAccepted: true };
  const { id: userId } = await addUser(db, { clientId, groupIds, ...about });
  people.set(name, userId);
  return userId;
}

async function principalOf(db: Db, userId: number): Promise<Principal | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  const memberOf = await db.select().from(groupMembers).where(eq(groupMembers.userId, userId));
  if (row === undefined || !row.active) return undefined;
  const roles = z.array(Role).parse(row.roles);
  return { userId, clientId: row.clientId, roles, groupIds: memberOf.map((member) => member.groupId) };
}

function pathOf(endpoint: Endpoint, { params = {}, query = {} }: Asked): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(required(params[name])));
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [key, String(one)]),
  );
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}

async function payloadOf(
  endpoint: Endpoint,
  { body, file }: Asked,
): Promise<{ bytes?: Buffer; headers: Record<string, string> }> {
  if (file !== undefined) {
    const form = new FormData();
    form.append('data', JSON.stringify(body ?? {}));
    form.append('file', new Blob([Buffer.from(file.bytes)]), file.name);
    const sent = new Response(form);
    const bytes = Buffer.from(await sent.arrayBuffer());
    return { bytes, headers: { 'content-type': sent.headers.get('content-type') ?? '' } };
  }
  if (body === undefined || endpoint.method === 'GET') return { headers: {} };
  return { bytes: Buffer.from(JSON.stringify(body)), headers: { 'content-type': 'application/json' } };
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('not made by this test');
  return value;
}
