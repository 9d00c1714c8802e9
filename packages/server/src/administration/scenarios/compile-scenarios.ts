import { parse } from 'node:path';
import {
  type CompiledCreate,
  type CompiledScenario,
  hasExtension,
  isRefusal,
  limits,
  type Refusal,
  refuse,
  type ScenarioLanguage,
  uploadExtensions,
} from '@sillage/contract';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import { readHead } from '../../platform/files/index.ts';
import type { UploadedFile, Viewer } from '../../platform/http/index.ts';
import {
  brokenField,
  clientExists,
  conflictOf,
  insertRow,
  mayReachClient,
  newUid,
  updateRow,
} from '../tenancy/index.ts';
import { refuseMore } from './edit-ghosts.ts';
import { findScenario, hasClass, sourceOf } from './find-scenarios.ts';
import { type CheckSource, classnameOf } from './scenario-languages.ts';

const { scenarios } = tables;

interface Dependencies {
  readonly db: Db;
  readonly check: CheckSource;
}

/** A compiled scenario of a path, with its source. */
export async function findCompiled(
  db: Queryable,
  viewer: Viewer,
  { clientId, id }: { readonly clientId: number; readonly id: number },
): Promise<CompiledScenario | Refusal> {
  const found = await findScenario(db, viewer, id, { kind: 'compiled', clientId });
  return isRefusal(found) ? found : { ...found, source: await sourceOf(db, id) };
}

/** Keeps a source, with its problems where it has some: it is corrected in the editor. */
export async function addCompiled(
  { db, check }: Dependencies,
  viewer: Viewer,
  clientId: number,
  given: CompiledCreate,
  file: UploadedFile | undefined,
): Promise<CompiledScenario | Refusal> {
  if (!mayReachClient(viewer, clientId) || !(await clientExists(db, clientId))) return refuse('entity.notFound');
  const sent = await readSource(given, file);
  if (isRefusal(sent)) return sent;
  if (sent === undefined) return refuse('file.required', {}, { file: 'required' });
  const full = await refuseMore(db, clientId);
  if (full !== undefined) return full;
  const name = given.name ?? sent.name;
  if (name === undefined) return brokenField('name', 'required');
  const classname = classnameOf(name);
  if (await hasClass(db, clientId, classname)) return refuse('entity.conflict', { field: 'name' }, { name: 'taken' });
  const { language, source } = sent;
  const checked = await check(language, source);
  if (isRefusal(checked)) return checked;
  const { params, problems } = checked;
  const { display_name: displayName = { fr: name, en: name }, is_calib: isCalib = false, comment = '' } = given;
  const said = { name, displayName, isCalib, comment };
  const row = { uid: newUid(), kind: 'compiled' as const, clientId, classname, language, source, params, problems };
  const id = await conflictOf('name', () => insertRow(db, scenarios, { ...row, ...said }));
  return isRefusal(id) ? id : findCompiled(db, viewer, { clientId, id });
}

/** Changes what is given. The name that ghosts and records know its program by stays. */
export async function editCompiled(
  { db, check }: Dependencies,
  viewer: Viewer,
  of: { readonly clientId: number; readonly id: number },
  given: CompiledCreate,
  file: UploadedFile | undefined,
): Promise<CompiledScenario | Refusal> {
  const before = await findCompiled(db, viewer, of);
  if (isRefusal(before)) return before;
  const asked = { ...given, language: given.language ?? before.language ?? undefined };
  const sent = await readSource(asked, file);
  if (isRefusal(sent)) return sent;
  const { name, display_name: displayName, is_calib: isCalib, comment } = given;
  const language = sent?.language ?? given.language ?? before.language ?? 'txt';
  const source = sent?.source ?? before.source;
  const checked = await check(language, source);
  if (isRefusal(checked)) return checked;
  const { params, problems } = checked;
  const columns = { name, displayName, isCalib, comment, language, source, params, problems };
  const written = await conflictOf('name', () => updateRow(db, scenarios, of.id, columns));
  return isRefusal(written) ? written : findCompiled(db, viewer, of);
}

interface SentSource {
  readonly language: ScenarioLanguage;
  readonly source: string;
  /** Of its file. */
  readonly name: string | undefined;
}

/** The source that a request brings, as a file or as text; undefined when it brings none. */
async function readSource(
  { language, source }: CompiledCreate,
  file: UploadedFile | undefined,
): Promise<SentSource | undefined | Refusal> {
  if (file === undefined) {
    if (source === undefined) return undefined;
    return language === undefined ? brokenField('language', 'required') : { language, source, name: undefined };
  }
  if (!hasExtension(file.filename, uploadExtensions.compiledScenario)) return brokenField('file', 'compiledScenario');
  const { head: bytes } = await readHead(file.path, limits.scenarioSourceBytes);
  const text = readText(bytes);
  if (text === undefined) return refuse('scenario.badSource', {}, { file: 'invalidFormat' });
  const { name, ext } = parse(file.filename);
  return { language: ext.toLowerCase() === '.py' ? 'py' : 'txt', source: text, name: name.slice(0, 100) };
}

function readText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
