import { randomUUID } from 'node:crypto';
import { api, refuse } from '@sillage/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../platform/database/index.ts';
import type { DataFolder } from '../platform/files/index.ts';
import type { Serve, Viewer } from '../platform/http/index.ts';
import { keepEditsNoted } from './cloud/note-edits.ts';
import { type CloudDependencies, serveHubs } from './cloud/serve-hubs.ts';
import { describeLink } from './hub/describe-link.ts';
import { type CloudTouch, keepInTouch, type TouchDependencies } from './hub/keep-in-touch.ts';
import { readLink } from './hub/keep-link.ts';
import { serveLink } from './hub/serve-link.ts';
import { readNode } from './identity.ts';
import { storeInTurn, workInTurn } from './in-turn.ts';
import { cancelChosen, queueChosen, wantChosen } from './people/choose-records.ts';
import { askToFree, readFreeable } from './people/freeable.ts';
import { countConflicts, listConflicts } from './people/list-conflicts.ts';
import { listTables } from './people/list-tables.ts';
import { readLedger } from './people/read-ledger.ts';
import { readReplaced } from './people/read-replaced.ts';
import { settleConflict } from './people/settle-conflict.ts';
import { fillNewColumns } from './rows/harvest-rows.ts';
import { sqlMarks } from './rows/sql-marks.ts';
import { renewIfSetBack, toldInFile } from './told-beside.ts';

export interface SyncDependencies extends Omit<TouchDependencies & CloudDependencies, 'inTurn' | 'toldBeside'> {
  readonly role: 'hub' | 'cloud';
  readonly folder: TouchDependencies['folder'] & Pick<DataFolder, 'toldRows'>;
  /** The condition that keeps the records that somebody sees. */
  readonly visibleTo: (db: Queryable, viewer: Viewer) => SQL | undefined;
}

/** What hubs and cloud tell each other, and what people see and choose of it. Answers what each of them does by itself from its start on. */
export function serveSync(serve: Serve, given: SyncDependencies): Pick<CloudTouch, 'start' | 'close'> {
  const { role, database, folder, visibleTo } = given;
  const { db } = database;
  const toldBeside = toldInFile(folder.toldRows, given.log);
  const dependencies = { ...given, inTurn: workInTurn(database.patientDb), toldBeside };
  begin(dependencies);
  const seen = (viewer: Viewer) => visibleTo(db, viewer) ?? sql`true`;
  const asking = (viewer: Viewer) => ({ ...viewer, seenRecords: seen(viewer) });
  serve(api.listSyncTables, ({ query }) => listTables(db, role, query.hashes));
  serve(api.readReplaced, ({ params, ...viewer }) => readReplaced(db, folder.files, seen(viewer), params));
  serve(api.listSyncConflicts, async ({ query: { settled, before }, ...viewer }) => ({
    items: await listConflicts(db, asking(viewer), settled, before),
    total: await countConflicts(db, asking(viewer), settled),
  }));
  serve(api.settleSyncConflict, ({ params, body, ...viewer }) =>
    settleConflict(dependencies, asking(viewer), params.id, body),
  );
  if (role === 'cloud') {
    serveHubs(serve, dependencies);
    serve(api.readLedger, ({ query, ...viewer }) =>
      readLedger(db, folder.files, { ...query, isSeen: seen(viewer), role, link: null }),
    );
    refuseAll(serve, role, hubOnly);
    return keepEditsNoted(dependencies);
  }
  const touch = keepInTouch(dependencies);
  serveLink(serve, dependencies, touch);
  serveRecords(serve, dependencies, touch, seen);
  refuseAll(serve, role, cloudOnly);
  return touch;
}

/** Where the records of a hub are, and how people move them. */
function serveRecords(
  serve: Serve,
  { database, folder, secrets, clock }: Pick<SyncDependencies, 'database' | 'folder' | 'secrets' | 'clock'>,
  touch: CloudTouch,
  seen: (viewer: Viewer) => SQL,
): void {
  const { db } = database;
  const isLinked = async () => (await readLink(sqlMarks(db), secrets)) !== undefined;
  serve(api.readLedger, async ({ query, ...viewer }) => {
    const isSeen = seen(viewer);
    const link = await describeLink(db, secrets, { isSeen, bytesPerSecond: touch.bytesPerSecond() });
    return readLedger(db, folder.files, { ...query, isSeen, role: 'hub', link });
  });
  serve(api.sendRecords, async ({ body, ...viewer }) => {
    if (!(await isLinked())) return refuse('sync.notLinked');
    const count = await queueChosen(db, body.record_ids, seen(viewer), body.first);
    touch.moveFiles();
    return { count };
  });
  serve(api.cancelSending, async ({ body, ...viewer }) => ({
    count: await cancelChosen(db, body.record_ids, seen(viewer)),
  }));
  serve(api.fetchRecords, async ({ body, ...viewer }) => {
    if (!body.cancel && !(await isLinked())) return refuse('sync.notLinked');
    const count = await wantChosen(db, body.record_ids, seen(viewer), !body.cancel);
    touch.moveFiles();
    return { count };
  });
  serve(api.readFreeable, ({ query }) => readFreeable(db, query.keep_days, clock.nowMs()));
  serve(api.freeRecords, async ({ body }) => {
    const asked = await askToFree(db, body.keep_days, clock.nowMs());
    touch.moveFiles();
    return asked;
  });
}

type Beginning = Pick<CloudDependencies, 'inTurn' | 'clock' | 'toldBeside'> & Pick<SyncDependencies, 'log'>;

/**
 * Before anybody writes, since what is asked for in turn first is done first: a database that was set back is found, and columns that
 * this version of the program has gained are filled with what other servers said of them.
 */
function begin({ inTurn, clock, log, toldBeside }: Beginning): void {
  const rowsInTurn = storeInTurn(inTurn);
  rowsInTurn(async (store) => renewIfSetBack(store, await toldBeside.read(), randomUUID))
    .then(async (setBackTo) => {
      if (setBackTo === undefined) return;
      log.warn({ head: setBackTo.head }, 'the database was set back to a copy of before');
      await toldBeside.note(setBackTo);
    })
    .catch((error: unknown) =>
      log.error({ error: String(error) }, 'it was not looked whether the database was set back'),
    );
  rowsInTurn(async (store) =>
    fillNewColumns(store, { node: await readNode(store), nowMs: clock.nowMs(), offsetMs: 0 }),
  ).catch((error: unknown) => log.error({ error: String(error) }, 'new columns were not filled from other servers'));
}

const hubOnly = [
  ...[
    api.readSyncLink,
    api.checkCloud,
    api.previewSyncLink,
    api.setSyncLink,
    api.deleteSyncLink,
    api.setAutoSend,
    api.setSyncSending,
    api.syncNow,
  ],
  ...[api.sendRecords, api.cancelSending, api.fetchRecords, api.readFreeable, api.freeRecords],
] as const;
const cloudOnly = [
  ...[api.syncHello, api.syncSelf, api.syncPull, api.syncPush, api.syncBeginFile, api.syncAppendFile],
  ...[api.syncOfferFile, api.syncReadFile],
  ...[api.createHubLink, api.revokeHubLink, api.listLinkedHubs],
] as const;

/** What exists on the other kind of server only. */
function refuseAll(serve: Serve, kind: string, endpoints: typeof hubOnly | typeof cloudOnly): void {
  for (const endpoint of endpoints) serve(endpoint, async () => refuse('backend.wrongKind', { kind }));
}
