import { randomUUID } from 'node:crypto';
import { api, isRefusal, refuse } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/index.ts';
import { Answer, type Serve } from '../../platform/http/index.ts';
import { readNewPiece } from '../../recording/uploads/index.ts';
import { areCompatible } from '../compare-versions.ts';
import { readNode } from '../identity.ts';
import { type InTurn, storeInTurn } from '../in-turn.ts';
import type { Marks } from '../rows/row-store.ts';
import { sqlMarks } from '../rows/sql-marks.ts';
import { admitHub, makeHubCode, reachMark, revokeHubCode } from './admit-hubs.ts';
import { noteHub, pullRows, takeRows } from './exchange-rows.ts';
import { heedGreeting } from './heed-calls.ts';
import { listLinkedHubs } from './list-linked-hubs.ts';
import { offerFiles } from './offer-files.ts';
import { type ReceiveDependencies, receiveFiles } from './receive-files.ts';

export interface CloudDependencies extends ReceiveDependencies {
  readonly inTurn: InTurn;
  readonly clock: Clock;
  readonly version: string;
}

/** What hubs ask of the cloud, each by its own code, and what administrators see of them. */
export function serveHubs(serve: Serve, dependencies: CloudDependencies): void {
  const { inTurn, clock, version, database } = dependencies;
  const { db } = database;
  const files = receiveFiles(dependencies);

  serve(api.syncHello, async ({ headers, body }) => {
    const hub = await admitHub(db, headers.authorization);
    if (isRefusal(hub)) return hub;
    if (!areCompatible(body.version, version)) {
      return refuse('sync.versionApart', { hub: body.version, cloud: version });
    }
    const { node, epoch, known } = await inTurn(async (tx) => {
      await noteHub(tx, hub, body);
      const { rows } = await tx.execute(sql`select system_identifier::text as id from pg_control_system()`);
      const greeted = await heedGreeting(sqlMarks(tx), hub, body.call, randomUUID);
      return { ...greeted, epoch: `${rows[0]?.id}/${greeted.epoch}` };
    });
    return { node, epoch, version, now_ms: clock.nowMs(), reach: reachMark(hub.reach), known };
  });
  const rowsInTurn = storeInTurn(inTurn);
  const looker = async (marks: Marks) => ({
    node: await readNode(marks),
    nowMs: clock.nowMs(),
    offsetMs: 0,
  });
  serve(api.syncPull, async ({ headers, body }) => {
    const hub = await admitHub(db, headers.authorization);
    if (isRefusal(hub)) return hub;
    return rowsInTurn(async (store) => pullRows(store, hub, body, await looker(store)));
  });
  serve(api.syncPush, async ({ headers, body }) => {
    const hub = await admitHub(db, headers.authorization);
    if (isRefusal(hub)) return hub;
    return rowsInTurn(async (store) => takeRows(store, hub, body, await looker(store)));
  });
  serve(api.syncBeginFile, async ({ headers, params, body }) => {
    const hub = await admitHub(db, headers.authorization);
    return isRefusal(hub) ? hub : files.begin(hub, params.uid, body);
  });
  serve(api.syncAppendFile, async ({ headers, params, bytes }) => {
    const hub = await admitHub(db, headers.authorization);
    if (isRefusal(hub)) return hub;
    const piece = readNewPiece(headers);
    if (isRefusal(piece)) return piece;
    return bytes === undefined ? refuse('request.malformed') : files.append(hub, params.uid, { ...piece, bytes });
  });

  const offered = offerFiles(dependencies);
  serve(api.syncOfferFile, async ({ headers, params }) => {
    const hub = await admitHub(db, headers.authorization);
    return isRefusal(hub) ? hub : offered.offer(hub, params.uid);
  });
  serve(api.syncReadFile, async ({ headers, params, query }) => {
    const hub = await admitHub(db, headers.authorization);
    return isRefusal(hub) ? hub : offered.read(hub, params.uid, query.offset);
  });

  serve(api.createHubLink, async ({ params }) => {
    const code = await makeHubCode(db, params.id);
    return isRefusal(code) ? code : new Answer(201, { code });
  });
  serve(api.revokeHubLink, ({ params }) => revokeHubCode(db, params.id));
  serve(api.listLinkedHubs, (viewer) => listLinkedHubs(db, viewer));
}
