import {
  isRefusal,
  type Refusal,
  refuse,
  type Scenario,
  type ScenarioLanguage,
  type ScenarioParamValue,
  type ScenarioQuery,
} from '@sillage/contract';
import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  containsEveryWord,
  isAskedFor,
  type Listed,
  type Queryable,
  readPage,
  tables,
} from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { listOfClient, ofReachableClients } from '../tenancy/index.ts';

const { clients, scenarios } = tables;
/** The row whose program a scenario runs: its own, or of a ghost that of its class in its club, else of the product. */
const programs = alias(scenarios, 'programs');

type Row = typeof scenarios.$inferSelect;
export type Kind = Row['kind'];

/** Those of the product, and those of the clubs in reach. */
function visible(viewer: Viewer): SQL | undefined {
  const reachable = ofReachableClients(viewer, scenarios.clientId);
  return reachable && or(isNull(scenarios.clientId), reachable);
}

export async function pageOfGhosts(db: Queryable, viewer: Viewer, query: ScenarioQuery): Promise<Listed<Scenario>> {
  const where = and(
    eq(scenarios.kind, 'ghost'),
    ofReachableClients(viewer, scenarios.clientId),
    isAskedFor(scenarios.clientId, query.clientIds),
    query.is_calib == null ? undefined : eq(scenarios.isCalib, query.is_calib),
    containsEveryWord([scenarios.name, scenarios.comment, scenarios.classname], query.search),
  );
  const sortBy = [scenarios[query.sort_by]];
  const page = await readPage(db, { table: scenarios, select: selectScenarios(db), where, sortBy, query });
  return { ...page, items: page.items.map(present) };
}

interface Wanted {
  readonly kind?: Kind;
  readonly isCalib?: boolean | undefined;
  /** Only programs, that run. */
  readonly runs?: true;
}

/** Those of a client by kind and name, those of the product among them. */
export function scenariosOfClient(
  db: Queryable,
  viewer: Viewer,
  clientId: number,
  { kind, isCalib, runs }: Wanted = {},
): Promise<Listed<Scenario> | Refusal> {
  return listOfClient(db, viewer, clientId, async () => {
    const rows = await selectScenarios(db)
      .where(
        and(
          or(isNull(scenarios.clientId), eq(scenarios.clientId, clientId)),
          kind && eq(scenarios.kind, kind),
          isCalib === undefined ? undefined : eq(scenarios.isCalib, isCalib),
          runs && and(isNotNull(scenarios.source), sql`${scenarios.problems} = '[]'::jsonb`),
        ),
      )
      .orderBy(asc(scenarios.clientId), asc(scenarios.name), asc(scenarios.id));
    return rows.map(present);
  });
}

/** @param kinds others are not there */
export async function findScenario(
  db: Queryable,
  viewer: Viewer,
  id: number,
  { kind, clientId }: { readonly kind?: Kind; readonly clientId?: number } = {},
): Promise<Scenario | Refusal> {
  const [row] = await selectScenarios(db).where(
    and(
      eq(scenarios.id, id),
      kind && eq(scenarios.kind, kind),
      clientId === undefined ? undefined : eq(scenarios.clientId, clientId),
      visible(viewer),
    ),
  );
  return row === undefined ? refuse('entity.notFound') : present(row);
}

/** The source of a compiled scenario. */
export async function sourceOf(db: Queryable, id: number): Promise<string> {
  const [row] = await db.select({ source: scenarios.source }).from(scenarios).where(eq(scenarios.id, id));
  return row?.source ?? '';
}

/** A scenario that may start: its program as it is now. */
export interface RunnableScenario {
  readonly scenario: Scenario;
  readonly language: ScenarioLanguage;
  readonly source: string;
}

/** Refuses one whose program is gone or has problems. @param clientId of the devices that are to follow it */
export async function findRunnable(
  db: Queryable,
  viewer: Viewer,
  id: number,
  clientId: number,
): Promise<RunnableScenario | Refusal> {
  const scenario = await findScenario(db, viewer, id);
  if (isRefusal(scenario)) return scenario;
  if (scenario.client_id !== null && scenario.client_id !== clientId) return refuse('entity.notFound');
  const { classname } = scenario;
  if (scenario.missing_class) return refuse('scenario.missingClass', { classname });
  if (scenario.problems.length > 0 || scenario.language === null) return refuse('scenario.hasProblems');
  const [row] = await selectScenarios(db).where(eq(scenarios.id, id));
  const source = row?.program?.source;
  return source == null
    ? refuse('scenario.missingClass', { classname })
    : { scenario, language: scenario.language, source };
}

/** Whether a program of this name is there for a client. */
export async function hasClass(
  db: Queryable,
  clientId: number,
  classname: string,
  exceptId?: number,
): Promise<boolean> {
  const found = await db
    .select({ id: scenarios.id })
    .from(scenarios)
    .where(
      and(
        eq(scenarios.classname, classname),
        sql`${scenarios.kind} <> 'ghost'`,
        or(isNull(scenarios.clientId), eq(scenarios.clientId, clientId)),
      ),
    );
  return found.some((row) => row.id !== exceptId);
}

const selectScenarios = (db: Queryable) =>
  db
    .select({ row: scenarios, program: programs, client: { name: clients.displayName } })
    .from(scenarios)
    .leftJoin(clients, eq(clients.id, scenarios.clientId))
    .leftJoin(
      programs,
      // Its own of two programs with one name.
      sql`${programs.id} = CASE WHEN ${scenarios.kind} <> 'ghost' THEN ${scenarios.id} ELSE (
        SELECT p.id FROM ${scenarios} p WHERE p.classname = ${scenarios.classname} AND p.kind <> 'ghost'
        AND (p.client_id IS NULL OR p.client_id = ${scenarios.clientId}) ORDER BY p.client_id NULLS LAST LIMIT 1) END`,
    )
    .$dynamic();

interface Selected {
  readonly row: Row;
  readonly program: Row | null;
  readonly client: { readonly name: string } | null;
}

function present({ row, program, client }: Selected): Scenario {
  const { displayName } = row;
  return {
    ...{ id: row.id, uid: row.uid, kind: row.kind, name: row.name, display_name: displayName },
    text: displayName.fr || row.name,
    is_calib: row.isCalib,
    is_compiled: row.kind === 'compiled',
    client_id: row.clientId,
    client_name: client?.name ?? null,
    classname: row.classname,
    missing_class: program === null,
    comment: row.comment,
    config: row.config,
    params: (program?.params ?? []).map((param) => ({
      ...param,
      default: defaultOf(param.default, row.config[param.name]),
    })),
    language: program?.language ?? null,
    problems: [...(program?.problems ?? [])],
  };
}

/** What a ghost says instead of its program. */
function defaultOf(own: ScenarioParamValue | null, said: ScenarioParamValue | undefined): ScenarioParamValue | null {
  return said ?? own;
}

/** Whether anybody has a program in a language. */
export async function hasProgramsIn(db: Queryable, language: ScenarioLanguage): Promise<boolean> {
  const [row] = await db.select({ id: scenarios.id }).from(scenarios).where(eq(scenarios.language, language)).limit(1);
  return row !== undefined;
}
