import {
  type Client,
  type ClientCreate,
  type ClientEdit,
  clientRights,
  isRefusal,
  type Refusal,
} from '@sillage/contract';
import { eq, inArray } from 'drizzle-orm';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import type { UploadedFile, Viewer } from '../../platform/http/index.ts';
import {
  conflictOf,
  deniedFields,
  forbiddenFields,
  holdAdministrators,
  newUid,
  refuseLast,
  updateRow,
} from '../tenancy/index.ts';
import { findClient } from './find-clients.ts';
import { refuseUnknownChoices, writeChoices } from './keep-choices.ts';
import { type Logo, makeLogo } from './make-logo.ts';
import { makeRecoveryKey } from './make-recovery-key.ts';

const { clients, refreshTokens, users } = tables;

/** Adds a client, with a recovery key. */
export async function createClient(
  db: Db,
  viewer: Viewer,
  body: ClientCreate,
  file: UploadedFile | undefined,
): Promise<Client | Refusal> {
  const unknown = await refuseUnknownChoices(db, body);
  if (unknown !== undefined) return unknown;
  const logo = file && (await makeLogo(file));
  if (isRefusal(logo)) return logo;
  const id = await conflictOf('name', () => db.transaction((tx) => insert(tx, body, logo)));
  return isRefusal(id) ? id : findClient(db, viewer, id);
}

async function insert(tx: Queryable, body: ClientCreate, logo: Logo | undefined): Promise<number> {
  const [row] = await tx
    .insert(clients)
    .values({
      uid: newUid(),
      ...columnsOf(body),
      ...logoColumns(logo),
      name: body.name,
      displayName: body.display_name || body.name,
      recoveryKey: makeRecoveryKey(),
    })
    .returning({ id: clients.id });
  if (row === undefined) throw new Error('the client was not inserted');
  await writeChoices(tx, row.id, body);
  return row.id;
}

/** Changes what is given of a client; managers what is theirs to change. People of a disabled client are signed out. */
export async function editClient(
  db: Db,
  viewer: Viewer,
  id: number,
  given: ClientEdit,
  file: UploadedFile | undefined,
): Promise<Client | Refusal> {
  const present = await findClient(db, viewer, id);
  if (isRefusal(present)) return present;
  const edit = given.display_name === '' ? { ...given, display_name: given.name ?? present.name } : given;
  const refused = refuseFields(viewer, present, edit) ?? (await refuseUnknownChoices(db, edit));
  if (isRefusal(refused)) return refused;
  const logo = file && (await makeLogo(file));
  if (isRefusal(logo)) return logo;
  const written = await conflictOf('name', () =>
    db.transaction((tx) => write(tx, id, edit, logo ?? (edit.logo === null ? null : undefined))),
  );
  return isRefusal(written) ? written : findClient(db, viewer, id);
}

function refuseFields(viewer: Viewer, present: Client, edit: ClientEdit): Refusal | undefined {
  const isOwn = present.id === viewer.principal.clientId;
  return deniedFields(forbiddenFields(clientRights, viewer, edit, present, isOwn));
}

/** `logo` undefined: it stays; null: it is taken away. */
async function write(
  tx: Queryable,
  id: number,
  edit: ClientEdit,
  logo: Logo | null | undefined,
): Promise<Refusal | undefined> {
  if (edit.enabled === false) {
    const last = refuseLast(await holdAdministrators(tx), (one) => one.clientId === id);
    if (last !== undefined) return last;
  }
  // Two edits at once come one after the other: each replaces whole lists of choices.
  await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, id)).for('no key update');
  await updateRow(tx, clients, id, { ...columnsOf(edit), ...logoColumns(logo) });
  await writeChoices(tx, id, edit);
  if (edit.enabled === false) {
    const people = tx.select({ id: users.id }).from(users).where(eq(users.clientId, id));
    await tx.delete(refreshTokens).where(inArray(refreshTokens.userId, people));
  }
  return undefined;
}

/** Only the columns that are given. */
function columnsOf(given: Omit<ClientEdit, 'logo'>) {
  return {
    ...(given.name !== undefined && { name: given.name }),
    ...(given.display_name !== undefined && { displayName: given.display_name }),
    ...(given.enabled !== undefined && { enabled: given.enabled }),
    ...(given.cloud_enabled !== undefined && { cloudEnabled: given.cloud_enabled }),
    ...(given.video_enabled !== undefined && { videoEnabled: given.video_enabled }),
    ...(given.video_quality !== undefined && { videoQuality: given.video_quality }),
    ...(given.video_fps !== undefined && { videoFps: given.video_fps }),
    ...(given.timezone !== undefined && { timezone: given.timezone }),
  };
}

function logoColumns(logo: Logo | null | undefined) {
  return logo === undefined ? {} : { logo: logo?.png ?? null, logoVersion: logo?.version ?? null };
}
