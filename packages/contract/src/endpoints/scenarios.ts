import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { entityEndpoints } from '../entity-endpoints.ts';
import { inOneClient, May } from '../field-rights.ts';
import { limits } from '../limits.ts';
import { ClientIdParams, IdParams, listOf } from '../shapes/primitives.ts';
import {
  CheckedSource,
  ClientScenarioCreate,
  CompiledCreate,
  CompiledParams,
  CompiledScenario,
  GhostCreate,
  GhostEdit,
  Scenario,
  ScenarioEdit,
  ScenarioExample,
  ScenarioJail,
  ScenarioLanguage,
  ScenarioOfClientParams,
  ScenarioQuery,
  ScenariosQuery,
  ScenarioVersion,
  ScenarioVersionParams,
  ScenarioVersionText,
  SourceToCheck,
} from '../shapes/scenario.ts';
import { DryRun, DryRunAsked } from '../shapes/scenario-run.ts';

export const ghostEndpoints = entityEndpoints({
  name: 'GhostScenario',
  path: '/scenarios/ghost',
  shape: Scenario,
  create: GhostCreate,
  edit: GhostEdit,
  query: ScenarioQuery,
  rights: inOneClient,
  access: { read: 'scenario.read', edit: 'scenario.edit', create: 'scenario.edit', delete: 'scenario.edit' },
});
export const {
  list: listGhostScenarios,
  read: readGhostScenario,
  create: createGhostScenario,
  edit: editGhostScenario,
  delete: deleteGhostScenario,
  deletion: describeGhostScenarioDeletion,
} = ghostEndpoints;
export const listEveryGhostScenario = endpoint({
  name: 'listEveryGhostScenario',
  method: 'GET',
  path: '/scenarios/ghost',
  access: 'scenario.read',
  summary: 'The ghost scenarios that the caller may see',
  reply: listOf(Scenario),
});

const ofClient = { access: 'scenario.read', params: ClientIdParams, reply: listOf(Scenario) } as const;
export const listClientScenarios = endpoint({
  ...ofClient,
  name: 'listClientScenarios',
  method: 'GET',
  path: '/clients/:clientId/scenarios',
  summary: 'What a client may run: the scenarios of the product, its ghosts, its compiled ones',
  query: ScenariosQuery,
});
export const listClientGhosts = endpoint({
  ...ofClient,
  name: 'listClientGhosts',
  method: 'GET',
  path: '/clients/:clientId/scenarios/ghost',
  summary: 'The ghost scenarios of a client',
});
export const listAvailableCompiled = endpoint({
  ...ofClient,
  name: 'listAvailableCompiled',
  method: 'POST',
  path: '/clients/:clientId/scenarios/compiled_available',
  summary: 'The programs that a ghost of a client may be made of: those of the product and its compiled ones that run',
});
export const addClientScenario = endpoint({
  name: 'addClientScenario',
  method: 'POST',
  path: '/clients/:clientId/scenarios',
  access: 'scenario.edit',
  status: 201,
  summary: 'Adds a ghost scenario to a client',
  params: ClientIdParams,
  body: ClientScenarioCreate,
  reply: Scenario.extend({ may: May }),
});
export const removeClientScenario = endpoint({
  name: 'removeClientScenario',
  method: 'DELETE',
  path: '/clients/:clientId/scenarios/:scenarioId',
  access: 'scenario.edit',
  summary: 'Deletes a ghost of a client; a compiled one by who may compile',
  params: ScenarioOfClientParams,
  reply: 'nothing',
});
export const editScenario = endpoint({
  name: 'editScenario',
  method: 'PUT',
  path: '/scenarios/:id',
  access: 'scenario.edit',
  summary: 'Changes names, parameters, comment of a ghost; of a compiled one by who may compile',
  params: IdParams,
  body: ScenarioEdit,
  reply: Scenario,
});

const upload = { multipart: true, maxUploadBytes: limits.scenarioSourceBytes } as const;
export const listCompiledScenarios = endpoint({
  ...ofClient,
  name: 'listCompiledScenarios',
  method: 'GET',
  path: '/scenarios/:clientId/compiled',
  summary: 'The compiled scenarios of a client',
});
export const readCompiledScenario = endpoint({
  name: 'readCompiledScenario',
  method: 'GET',
  path: '/scenarios/:clientId/compiled/:id',
  access: 'scenario.read',
  summary: 'A compiled scenario, or one of the product, with its source',
  params: CompiledParams,
  reply: CompiledScenario,
});
export const uploadCompiledScenario = endpoint({
  name: 'uploadCompiledScenario',
  method: 'POST',
  path: '/scenarios/:clientId/compiled',
  access: 'scenario.compile',
  status: 201,
  ...upload,
  summary: 'Adds a compiled scenario, a .txt or .py file or its source; one with problems is kept and says them',
  params: ClientIdParams,
  body: CompiledCreate.prefault({}),
  reply: CompiledScenario,
});
export const editCompiledScenario = endpoint({
  name: 'editCompiledScenario',
  method: 'PUT',
  path: '/scenarios/:clientId/compiled/:id',
  access: 'scenario.compile',
  ...upload,
  summary: 'Changes what is given of a compiled scenario, and compiles it',
  params: CompiledParams,
  body: CompiledCreate.prefault({}),
  reply: CompiledScenario,
});
export const recompileScenario = endpoint({
  name: 'recompileScenario',
  method: 'POST',
  path: '/scenarios/:clientId/compiled/:id/recompile',
  access: 'scenario.compile',
  summary: 'Compiles a source again, by the language of this version',
  params: CompiledParams,
  reply: CompiledScenario,
});
export const downloadCompiledScenario = endpoint({
  name: 'downloadCompiledScenario',
  method: 'GET',
  path: '/scenarios/:clientId/compiled/:id/download',
  access: 'scenario.read',
  summary: 'The source as a file',
  contentTypes: ['text/plain', 'text/x-python'],
  params: CompiledParams,
  reply: 'bytes',
});
export const listScenarioVersions = endpoint({
  name: 'listScenarioVersions',
  method: 'GET',
  path: '/scenarios/:clientId/compiled/:id/versions',
  access: 'scenario.compile',
  summary: 'The texts that a compiled scenario has had, the newest first, each with who wrote it and when',
  params: CompiledParams,
  reply: listOf(ScenarioVersion),
});
export const readScenarioVersion = endpoint({
  name: 'readScenarioVersion',
  method: 'GET',
  path: '/scenarios/:clientId/compiled/:id/versions/:versionId',
  access: 'scenario.compile',
  summary: 'One of these texts; written with an edit it is a new version',
  params: ScenarioVersionParams,
  reply: ScenarioVersionText,
});
export const checkScenarioSource = endpoint({
  name: 'checkScenarioSource',
  method: 'POST',
  path: '/scenarios/compiled/check',
  access: 'scenario.compile',
  summary: 'The parameters of a source, or its problems, each at its place; nothing is kept',
  body: SourceToCheck,
  reply: CheckedSource,
});
export const dryRunScenario = endpoint({
  name: 'dryRunScenario',
  method: 'POST',
  path: '/scenarios/compiled/dry_run',
  access: 'scenario.compile',
  summary: 'What a source would do on the samples of a record, moment by moment; nothing is kept',
  body: DryRunAsked,
  reply: DryRun,
});
export const exampleScenario = endpoint({
  name: 'exampleScenario',
  method: 'POST',
  path: '/scenarios/compiled/example',
  access: 'scenario.read',
  summary: 'The example of a language, as a source to begin with',
  body: z.strictObject({ language: ScenarioLanguage.default('txt') }).prefault({}),
  reply: ScenarioExample,
});
export const readScenarioJail = endpoint({
  name: 'readScenarioJail',
  method: 'GET',
  path: '/scenarios/jail',
  access: 'scenario.read',
  summary: 'How far this server keeps programs in Python apart from the machine, and whether it must',
  reply: ScenarioJail,
});
