import { parse } from 'node:path';
import {
  Classname,
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
  nameOfPerson,
  newUid,
  updateRow,
} from '../tenancy/index.ts';
import { refuseMore } from './edit-ghosts.ts';
import { findScenario, hasClass, sourceOf } from './find-scenarios.ts';
import { keepFoundText, keepText } from './keep-versions.ts';
import { type CheckSource, classnameOf, type DescribeSource, type SaidOfSource } from './scenario-languages.ts';

const { scenarios } = tables;

interface Dependencies {
  readonly db: Db;
  readonly check: CheckSource;
  readonly describe: DescribeSource;
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

/** The same, or one of the product, which is read and copied. */
export async function findProgram(
  db: Queryable,
  viewer: Viewer,
  of: { readonly clientId: number; readonly id: number },
): Promise<CompiledScenario | Refusal> {
  if (!mayReachClient(viewer, of.clientId)) return refuse('entity.notFound');
  const found = await findScenario(db, viewer, of.id, { kind: 'builtin' });
  return isRefusal(found) ? findCompiled(db, viewer, of) : { ...found, source: await sourceOf(db, of.id) };
}

/** Keeps a source, with its problems where it has some: it is corrected in the editor. */
export async function addCompiled(
  { db, check, describe }: Dependencies,
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
  const { language, source } = sent;
  const said = describe(language, source);
  const name = given.name ?? said?.displayName.fr.slice(0, mostOfName) ?? sent.name;
  if (name === undefined) return brokenField('name', 'required');
  const classname = usableClass(said) ?? classnameOf(name);
  if (await hasClass(db, clientId, classname)) {
    const field = usableClass(said) === undefined ? 'name' : 'classname';
    return refuse('entity.conflict', { field: classname }, { [field]: 'taken' });
  }
  const checked = await check(language, source);
  if (isRefusal(checked)) return checked;
  const { params, problems } = checked;
  const fallback = { displayName: { fr: name, en: name }, isCalib: false, comment: '' };
  const about = { ...fallback, ...columnsSaid(said), ...columnsGiven(given), name };
  const row = { uid: newUid(), kind: 'compiled' as const, clientId, classname, language, source, params, problems };
  const userName = await nameOfPerson(db, viewer.principal.userId);
  const id = await conflictOf('name', () =>
    db.transaction(async (tx) => {
      const made = await insertRow(tx, scenarios, { ...row, ...about });
      await keepText(tx, made, sent, userName);
      return made;
    }),
  );
  return isRefusal(id) ? id : findCompiled(db, viewer, { clientId, id });
}

/** Changes what is given, and what its source says otherwise than before. The name that ghosts and records know its program by stays. */
export async function editCompiled(
  { db, check, describe }: Dependencies,
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
  const language = sent?.language ?? given.language ?? before.language ?? 'txt';
  const source = sent?.source ?? before.source;
  const checked = await check(language, source);
  if (isRefusal(checked)) return checked;
  const { params, problems } = checked;
  const saidBefore = columnsSaid(describe(before.language ?? 'txt', before.source));
  const newlySaid = changedFrom(saidBefore, columnsSaid(describe(language, source)));
  const columns = { ...newlySaid, ...columnsGiven(given), name: given.name, language, source, params, problems };
  const userName = await nameOfPerson(db, viewer.principal.userId);
  const written = await conflictOf('name', () =>
    db.transaction(async (tx) => {
      if (!(await keepFoundText(tx, of.id))) return refuse('entity.notFound');
      await updateRow(tx, scenarios, of.id, columns);
      await keepText(tx, of.id, { language, source }, userName);
      return undefined;
    }),
  );
  return isRefusal(written) ? written : findCompiled(db, viewer, of);
}

/** Characters of a name, as of one that is typed. */
const mostOfName = 100;

/** The class that a source names, where ghosts and records can know it by that name. */
function usableClass(said: SaidOfSource | null): string | undefined {
  return Classname.safeParse(said?.classname).data;
}

type Columns = Partial<Pick<typeof scenarios.$inferInsert, 'displayName' | 'isCalib' | 'comment'>>;

function columnsSaid(said: SaidOfSource | null): Columns {
  if (said === null) return {};
  const { displayName, isCalib, comment } = said;
  const { fr, en } = displayName;
  return {
    ...{ displayName: { fr: fr.slice(0, mostOfName), en: en.slice(0, mostOfName) }, isCalib },
    ...(comment !== null && { comment: comment.fr }),
  };
}

/** What is said with a request goes before what the source says. */
function columnsGiven({ display_name: displayName, is_calib: isCalib, comment }: CompiledCreate): Columns {
  return {
    ...(displayName !== undefined && { displayName }),
    ...(isCalib !== undefined && { isCalib }),
    ...(comment !== undefined && { comment }),
  };
}

function changedFrom(before: Columns, after: Columns): Columns {
  const { displayName, isCalib, comment } = after;
  const isOtherName = displayName?.fr !== before.displayName?.fr || displayName?.en !== before.displayName?.en;
  return {
    ...(displayName !== undefined && isOtherName && { displayName }),
    ...(isCalib !== undefined && isCalib !== before.isCalib && { isCalib }),
    ...(comment !== undefined && comment !== before.comment && { comment }),
  };
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
