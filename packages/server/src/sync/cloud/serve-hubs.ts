import { randomUUID } from 'node:crypto';
import { api, isRefusal, refuse } from '@sillage/contract';
import type { Clock } from '../../platform/clock/index.ts';
import { Answer, type Serve } from '../../platform/http/index.ts';
import { readNewPiece } from '../../recording/uploads/index.ts';
import { readNode } from '../identity.ts';
import { type InTurn, storeInTurn } from '../in-turn.ts';
import type { Marks } from '../rows/row-store.ts';
import { readTold, type ToldBeside } from '../told-beside.ts';
import { admitHub, makeHubCode, revokeHubCode } from './admit-hubs.ts';
import { pullRows, takeRows } from './exchange-rows.ts';
import { greetHub, knowEpoch } from './greet-hub.ts';
import { listLinkedHubs } from './list-linked-hubs.ts';
import { offerFiles } from './offer-files.ts';
import { type ReceiveDependencies, receiveFiles } from './receive-files.ts';

export interface CloudDependencies extends ReceiveDependencies {
  readonly inTurn: InTurn;
  readonly clock: Clock;
  readonly version: string;
  readonly toldBeside: ToldBeside;
}

/** What hubs ask of the cloud, each by its own code, and what administrators see of them. */
export function serveHubs(serve: Serve, dependencies: CloudDependencies): void {
  const { inTurn, clock, version, database, toldBeside } = dependencies;
  const { db } = database;
  const files = receiveFiles(dependencies);
  const epoch = knowEpoch(inTurn);

  serve(api.syncHello, async ({ headers, body }) => {
    const hub = await admitHub(db, headers.authorization);
    if (isRefusal(hub)) return hub;
    return greetHub({ db, inTurn, epoch, clock, version }, hub, body);
  });
  serve(api.syncSelf, async ({ headers }) => {
    const hub = await admitHub(db, headers.authorization);
    return isRefusal(hub) ? hub : { number: hub.number, name: hub.name };
  });
  const rowsInTurn = storeInTurn(inTurn);
  const looker = async (marks: Marks) => ({
    node: await readNode(marks),
    nowMs: clock.nowMs(),
    offsetMs: 0,
    randomUuid: randomUUID,
  });
  serve(api.syncPull, async ({ headers, body }) => {
    const hub = await admitHub(db, headers.authorization);
    if (isRefusal(hub)) return hub;
    // Another database since the hub greeted this one: it greets again.
    if (body.epoch !== (await epoch())) return refuse('sync.otherDatabase');
    const { pulled, told } = await rowsInTurn(async (store) => ({
      pulled: await pullRows(store, hub, body, await looker(store)),
      told: await readTold(store),
    }));
    if (!isRefusal(pulled) && pulled.rows.length > 0) await toldBeside.note(told);
    return pulled;
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
    if (bytes === undefined) return refuse('request.malformed');
    return files.append(hub, params.uid, { ...piece, bytes, inFrames: headers['upload-frames'] === '1' });
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
