import type {
  RunEnd,
  ScenarioLanguage,
  ScenarioParam,
  ScenarioParamValue,
  ScenarioProblem,
  ScenarioRun,
  Translated,
} from '@sillage/contract';
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, uid } from './columns.ts';
import { clients } from './people.ts';

export const scenarios = pgTable(
  'scenarios',
  {
    id: id(),
    uid: uid(),
    /** null: of the product, for every client. */
    clientId: integer('client_id').references(() => clients.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'builtin' | 'compiled' | 'ghost'>().notNull(),
    name: text('name').notNull(),
    displayName: jsonb('display_name').$type<Translated>().notNull(),
    /** Names a program; of a ghost, that of another row. */
    classname: text('classname').notNull(),
    isCalib: boolean('is_calib').notNull().default(false),
    comment: text('comment').notNull().default(''),
    /** Of a ghost: values of parameters instead of the program's own. */
    config: jsonb('config').$type<Record<string, ScenarioParamValue>>().notNull().default({}),
    /** null of ghosts, which have the program of another row; so have the next three. */
    language: text('language').$type<ScenarioLanguage>(),
    source: text('source'),
    params: jsonb('params').$type<readonly ScenarioParam[]>().notNull().default([]),
    problems: jsonb('problems').$type<readonly ScenarioProblem[]>().notNull().default([]),
  },
  (t) => [uniqueIndex('scenarios_client_name').on(t.clientId, t.name)],
);

/** Texts that a compiled scenario has had, the present one among them (decision "versions of compiled scenarios"). */
export const scenarioVersions = pgTable(
  'scenario_versions',
  {
    id: id(),
    scenarioId: integer('scenario_id')
      .notNull()
      .references(() => scenarios.id, { onDelete: 'cascade' }),
    keptAt: timestamp('kept_at', { withTimezone: true, mode: 'date' }).notNull(),
    /** Who wrote it, as they were called then; '' where that is not known: it was written on another server, or before texts were kept. */
    userName: text('user_name').notNull(),
    language: text('language').$type<ScenarioLanguage>().notNull(),
    source: text('source').notNull(),
  },
  (t) => [uniqueIndex('scenario_versions_kept').on(t.scenarioId, t.keptAt)],
);

/** A run, from its start to its end, as far as a restart has to know it. */
export const scenarioRuns = pgTable(
  'scenario_runs',
  {
    id: id(),
    clientId: integer('client_id')
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    scenarioId: integer('scenario_id').references(() => scenarios.id, { onDelete: 'set null' }),
    classname: text('classname').notNull(),
    displayName: jsonb('display_name').$type<Translated>().notNull(),
    language: text('language').$type<ScenarioLanguage>().notNull(),
    /** As it was when the run started: an edit meanwhile is of the next run. */
    source: text('source').notNull(),
    params: jsonb('params').$type<Record<string, ScenarioParamValue>>().notNull(),
    state: text('state').$type<ScenarioRun['state']>().notNull(),
    endedBy: text('ended_by').$type<RunEnd>(),
    /** What screens show and the engine goes on with, as it was written last. */
    kept: jsonb('kept').$type<Record<string, unknown>>().notNull(),
    /** State of the program, JSON; null where it keeps none. */
    program: text('program'),
    /** s of the run's own clock when this was written. */
    elapsedSeconds: doublePrecision('elapsed_seconds').notNull().default(0),
    startedAt: timestamp('started_at', { withTimezone: true, mode: 'date' }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true, mode: 'date' }),
  },
  (t) => [index('scenario_runs_client').on(t.clientId, t.state)],
);
