import { areEqual, isAlive, keyOf, noUid } from '@sillage/server/sync/testing';
import { type Disk, rowKey, tableNames } from './memory-rows.ts';
import { clientOfToken, isToken, shownTokens } from './people.ts';
import { type Line, linesOf, type ProgramRows } from './program-rows.ts';
import type { SimulatedHub } from './simulated-hub.ts';
import type { World } from './world.ts';

const compared = [
  'clients',
  'groups',
  'users',
  'group_members',
  'records',
  'record_users',
  'seance_records',
  'selections',
];

/** What is not as it must be once everything has come to rest; one sentence each. */
export function findFaults(world: World): string[] {
  const { cloud, hubs } = world;
  return [
    ...hubs.flatMap((hub) => hub.bugs),
    ...hubs.flatMap((hub) => differences(world, hub)),
    ...lostTokens(world, [cloud.disk, ...hubs.map(({ server }) => server.disk)]),
    ...hubs.flatMap((hub) => leaks(world, hub)),
  ];
}

function* linesOfClients(
  { people }: World,
  program: ProgramRows,
  served: ReadonlySet<string>,
): Generator<[string, Line]> {
  for (const table of compared) {
    for (const line of linesOf(program, table).values()) {
      const client = clientUidOf(program, table, line);
      if (client !== undefined && served.has(client) && people.clients.has(client)) yield [table, line];
    }
  }
}

function clientUidOf(program: ProgramRows, table: string, line: Line): string | undefined {
  if (table === 'clients') return line.uid;
  const one =
    table === 'group_members' ? 'groups' : ['record_users', 'seance_records'].includes(table) ? 'records' : undefined;
  const of = one === undefined ? line : linesOf(program, one).get(line.uid);
  const value =
    of?.content.client_id ?? linesOf(program, 'records').get(String(of?.content.record_id))?.content.client_id;
  return typeof value === 'string' ? value : undefined;
}

/** Rows that are told on screen to be otherwise: kept although they were deleted elsewhere, refused by the cloud, or of such a row. */
function isExplained({ conflicts, refused, rows }: Disk, table: string, { uid, otherUid, content }: Line): boolean {
  if (refused.has(rowKey({ table, uid, otherUid })) || rows.get(rowKey({ table, uid, otherUid }))?.held === 'clash')
    return true;
  const named = new Set([uid, otherUid, content.record_id, content.client_id]);
  const isOfRefused = [...refused.keys()].some((key) => {
    const row = rows.get(key);
    return row !== undefined && row.otherUid === noUid && named.has(row.uid);
  });
  if (isOfRefused) return true;
  return [...conflicts.values()].some(
    ({ loss, uid: of, settled }) => loss.field === null && settled === null && named.has(of),
  );
}

function differences(world: World, { server }: SimulatedHub): string[] {
  const hub = world.hubs.find((one) => one.server === server);
  const served = (hub && world.served.get(hub)) ?? new Set<string>();
  const there = new Map(
    [...linesOfClients(world, world.cloud.disk.program, served)].map(([table, line]) => [
      `${table} ${keyOf(line)}`,
      [table, line] as const,
    ]),
  );
  const here = new Map(
    [...linesOfClients(world, server.disk.program, served)].map(([table, line]) => [
      `${table} ${keyOf(line)}`,
      [table, line] as const,
    ]),
  );
  const found: string[] = [];
  for (const [key, [table, line]] of here) {
    const other = there.get(key)?.[1];
    if (other && areEqual({ ...other.content }, { ...line.content })) continue;
    if (isExplained(server.disk, table, line)) continue;
    found.push(
      `divergent: ${server.name} has ${key} ${JSON.stringify(line.content)}, the cloud ${JSON.stringify(other?.content)}`,
    );
  }
  for (const [key, [table, line]] of there) {
    if (here.has(key) || isExplained(server.disk, table, line)) continue;
    found.push(`divergent: the cloud has ${key} ${JSON.stringify(line.content)}, ${server.name} has not`);
  }
  return found;
}

/** What somebody wrote and nobody displaced is shown somewhere, or kept where it can be chosen. */
function lostTokens(world: World, disks: readonly Disk[]): string[] {
  const { people, cloud } = world;
  const { tokens, displaced } = people.written;
  const shown = shownTokens(cloud.disk.program);
  for (const token of explainedTokens(world)) shown.add(token);
  const kept = new Set<unknown>();
  for (const { conflicts, rows, refused } of disks) {
    for (const { loss, ...row } of conflicts.values()) {
      kept.add(loss.kept.value).add(loss.lost.value);
      const state = loss.field === null ? rows.get(rowKey(row))?.state : undefined;
      for (const { value } of Object.values(state?.fields ?? {})) kept.add(value);
    }
    for (const [key, row] of rows) {
      const isHere = isAlive(row.state) && (refused.has(key) || row.held === 'clash');
      if (isHere) for (const { value } of Object.values(row.state.fields)) kept.add(value);
    }
  }
  const lost = [...tokens].filter(
    ([token, by]) => by !== '' && !shown.has(token) && !displaced.has(token) && !kept.has(token),
  );
  return lost.map(([token, by]) => `lost: what was written on ${by}: ${token}`);
}

/** What a hub shows and says not to be elsewhere. */
function explainedTokens({ hubs }: World): string[] {
  return hubs
    .flatMap(({ server: { disk } }) =>
      tableNames.flatMap((table) => {
        const lines = [...linesOf(disk.program, table).values()].filter((line) => isExplained(disk, table, line));
        return lines.flatMap(({ content }) => Object.values(content));
      }),
    )
    .filter(isToken);
}

/** A hub knows nothing of clients that it never served. */
function leaks({ served, people }: World, hub: SimulatedHub): string[] {
  const own = new Set([...(served.get(hub) ?? [])].map((uid) => people.clients.get(uid)));
  const known = new Set(shownTokens(hub.server.disk.program));
  for (const { state } of hub.server.disk.rows.values()) {
    for (const { value } of Object.values(state.fields))
      if (typeof value === 'string' && value.includes('#')) known.add(value);
  }
  const foreign = [...known].filter((token) => !own.has(clientOfToken(token)));
  return foreign.map((token) => `leaked: ${hub.server.name} knows ${token}`);
}
