import { api, isRefusal, refuse, type ScenarioJail, type ScenarioLanguage, scopeOf } from '@sillage/contract';
import { type Db, tables } from '../../platform/database/index.ts';
import { fileAnswer, type Serve, type Viewer } from '../../platform/http/index.ts';
import { answersMay, deleteRow, withoutEffects } from '../tenancy/index.ts';
import { addCompiled, editCompiled, findProgram } from './compile-scenarios.ts';
import { addGhost, deleteGhost, editGhost, editSaid } from './edit-ghosts.ts';
import { findScenario, pageOfGhosts, scenariosOfClient } from './find-scenarios.ts';
import { findVersion, listVersions } from './keep-versions.ts';
import { type CheckSource, type DescribeSource, extensionOf } from './scenario-languages.ts';

/** The languages of scenarios, which are another room's. */
export interface ScenarioSources {
  readonly check: CheckSource;
  readonly describe: DescribeSource;
  readonly jail: () => Promise<ScenarioJail>;
  /** A source to begin with, in each language. */
  readonly examples: Readonly<Record<ScenarioLanguage, { readonly filename: string; readonly source: string }>>;
}

interface Dependencies extends ScenarioSources {
  readonly db: Db;
}

const everyGhost = { pageId: 1, pageSize: -1, sort_by: 'name', sort_desc: false, search: '' } as const;

/** Scenarios of the product and of clients: which there are, and their sources. */
export function scenarioRoutes(serve: Serve, dependencies: Dependencies): void {
  const { db, check, jail, examples } = dependencies;
  ghostRoutes(serve, db);
  compiledRoutes(serve, dependencies);
  serve(api.listClientScenarios, ({ params, query, ...viewer }) =>
    scenariosOfClient(db, viewer, params.clientId, { isCalib: query.is_calib }),
  );
  serve(api.listAvailableCompiled, ({ params, ...viewer }) =>
    scenariosOfClient(db, viewer, params.clientId, { runs: true }),
  );
  serve(api.editScenario, async ({ params, body, ...viewer }) => {
    const found = await findEditable(db, viewer, params.id);
    return isRefusal(found) ? found : editSaid(db, viewer, found, body);
  });
  serve(api.removeClientScenario, async ({ params, ...viewer }) => {
    const found = await findEditable(db, viewer, params.scenarioId, params.clientId);
    return isRefusal(found) ? found : deleteRow(db, tables.scenarios, found.id);
  });
  serve(api.checkScenarioSource, ({ body }) => check(body.language, body.source));
  serve(api.readScenarioJail, jail);
  serve(api.exampleScenario, async ({ body: { language } }) => ({ language, ...examples[language] }));
}

/** One of a client; a compiled one for who may compile. Those of the product nobody changes. */
async function findEditable(db: Db, viewer: Viewer, id: number, clientId?: number) {
  const found = await findScenario(db, viewer, id, clientId === undefined ? {} : { clientId });
  if (isRefusal(found)) return found;
  if (found.client_id === null) return refuse('permission.denied');
  const mayCompile = scopeOf(viewer.principal.roles, 'scenario.compile') !== undefined;
  return found.kind === 'compiled' && !mayCompile ? refuse('permission.denied') : found;
}

function ghostRoutes(serve: Serve, db: Db): void {
  const may = answersMay(api.ghostEndpoints);
  const find = (viewer: Viewer, id: number) => findScenario(db, viewer, id, { kind: 'ghost' });
  serve(api.listGhostScenarios, ({ body, ...viewer }) => may.list(viewer, pageOfGhosts(db, viewer, body)));
  serve(api.listEveryGhostScenario, (viewer) =>
    pageOfGhosts(db, viewer, { ...everyGhost, clientIds: [], is_calib: null }),
  );
  serve(api.listClientGhosts, ({ params, ...viewer }) =>
    scenariosOfClient(db, viewer, params.clientId, { kind: 'ghost' }),
  );
  serve(api.readGhostScenario, ({ params, ...viewer }) => may.one(viewer, find(viewer, params.id)));
  serve(api.createGhostScenario, ({ body, ...viewer }) => may.one(viewer, addGhost(db, viewer, body)));
  serve(api.addClientScenario, async ({ params, body, ...viewer }) => {
    const added = await addGhost(db, viewer, { ...body, client_id: params.clientId });
    const isUnknown = isRefusal(added) && added.fields?.client_id !== undefined;
    return isUnknown ? refuse('entity.notFound') : may.one(viewer, added);
  });
  serve(api.editGhostScenario, ({ params, body, ...viewer }) =>
    may.one(viewer, editGhost(db, viewer, params.id, body)),
  );
  serve(api.deleteGhostScenario, ({ params, ...viewer }) => deleteGhost(db, viewer, params.id));
  // Records keep the name of its program: nothing else changes.
  serve(api.describeGhostScenarioDeletion, async ({ params, ...viewer }) =>
    withoutEffects(await find(viewer, params.id)),
  );
}

function compiledRoutes(serve: Serve, dependencies: Dependencies): void {
  const { db } = dependencies;
  serve(api.listCompiledScenarios, ({ params, ...viewer }) =>
    scenariosOfClient(db, viewer, params.clientId, { kind: 'compiled' }),
  );
  serve(api.readCompiledScenario, ({ params, ...viewer }) => findProgram(db, viewer, params));
  serve(api.uploadCompiledScenario, ({ params, body, file, ...viewer }) =>
    addCompiled(dependencies, viewer, params.clientId, body, file),
  );
  serve(api.editCompiledScenario, ({ params, body, file, ...viewer }) =>
    editCompiled(dependencies, viewer, params, body, file),
  );
  serve(api.recompileScenario, ({ params, ...viewer }) => editCompiled(dependencies, viewer, params, {}, undefined));
  serve(api.listScenarioVersions, ({ params, ...viewer }) => listVersions(db, viewer, params));
  serve(api.readScenarioVersion, ({ params, ...viewer }) => findVersion(db, viewer, params));
  serve(api.downloadCompiledScenario, async ({ params, ...viewer }) => {
    const found = await findProgram(db, viewer, params);
    if (isRefusal(found)) return found;
    const type = found.language === 'py' ? 'text/x-python; charset=utf-8' : 'text/plain; charset=utf-8';
    return fileAnswer(Buffer.from(found.source), type, `${found.classname}${extensionOf(found.language ?? 'txt')}`);
  });
}
