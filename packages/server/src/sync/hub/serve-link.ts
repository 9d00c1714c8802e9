import { api, isRefusal, type NamedHub, refuse, type SyncLink } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { callHubAs, chosenCloud, currentHubId } from '../../administration/hubs/index.ts';
import { brokenField } from '../../administration/tenancy/index.ts';
import { tables } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import { countOpenConflicts } from '../people/list-conflicts.ts';
import { sqlMarks } from '../rows/sql-marks.ts';
import { sayWhyNot } from '../say-why-not.ts';
import { checkCloud } from './check-cloud.ts';
import { type CloudTouch, readBacklog, type TouchDependencies } from './keep-in-touch.ts';
import {
  hubCodePattern,
  keepFingerprint,
  keepLink,
  readKnownFingerprint,
  readLink,
  readOutcome,
  writeOutcome,
} from './keep-link.ts';
import { needsHttps } from './needs-https.ts';
import { askName } from './preview-link.ts';
import { readSendingRules, writeSendingRules } from './sending-rules.ts';

const { hubs } = tables;

const namedHere = (hub: NamedHub | undefined): NamedHub => ({ number: hub?.number ?? 0, name: hub?.name ?? '' });

/** How an administrator links this hub to its cloud, and sees how the exchange goes. */
export function serveLink(serve: Serve, dependencies: TouchDependencies, touch: CloudTouch): void {
  const { database, secrets, inTurn, clock, version } = dependencies;
  const { db } = database;
  const current = { role: 'hub', version, clock } as const;

  async function present(): Promise<SyncLink> {
    const [link, chosen, outcome, backlog, rules, hubId] = await Promise.all([
      readLink(sqlMarks(db), secrets),
      chosenCloud(db),
      readOutcome(sqlMarks(db)),
      readBacklog(db),
      readSendingRules(db),
      currentHubId(db, current),
    ]);
    const [hub] = hubId === undefined ? [] : await db.select().from(hubs).where(eq(hubs.id, hubId));
    const date = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
    return {
      url: link?.url ?? chosen?.url ?? null,
      linked: link !== undefined,
      auto_send: hub?.autoSend ?? false,
      last_ok: date(outcome.lastOkMs),
      last_try: date(outcome.lastTryMs),
      why_not: link === undefined ? null : sayWhyNot(outcome.whyNot?.code ?? null, outcome.whyNot?.parameters),
      names: { here: namedHere(hub), cloud: link === undefined ? null : outcome.calledAs },
      clock_ahead: outcome.offsetMs === null ? null : outcome.offsetMs / 1000,
      waiting_rows: backlog.rows,
      waiting_files: backlog.files,
      waiting_bytes: backlog.bytes,
      wanted_files: backlog.wanted,
      most_kilobytes_per_second: rules.mostKilobytesPerSecond,
      metered: rules.isMetered,
      bytes_per_second: touch.bytesPerSecond(),
      conflicts: await countOpenConflicts(db),
    };
  }

  serve(api.readSyncLink, present);
  serve(api.setSyncLink, async ({ body: { code } }) => {
    if (!hubCodePattern.test(code)) return brokenField('code', 'invalidFormat');
    const chosen = await chosenCloud(db);
    if (chosen === null) return refuse('sync.notLinked');
    if (needsHttps(chosen.url)) return refuse('sync.needsHttps');
    const asked = await askName({ url: chosen.url, code });
    // A cloud that does not answer now is linked all the same; a code that it does not know would end a link that works.
    if (isRefusal(asked) && asked.code === 'sync.wrongCode') return asked;
    const hubId = await currentHubId(db, current);
    if (hubId !== undefined) await db.update(hubs).set({ cloudEnabled: true }).where(eq(hubs.id, hubId));
    await inTurn(async (tx) => {
      await keepLink(sqlMarks(tx), secrets, { url: chosen.url, code });
      // What the cloud of before called it says nothing of this one.
      await writeOutcome(sqlMarks(tx), { ...(await readOutcome(sqlMarks(tx))), calledAs: null });
    });
    await touch.leave();
    await touch.now();
    const { calledAs, whyNot } = await readOutcome(sqlMarks(db));
    if (hubId !== undefined && calledAs !== null && whyNot === null) await callHubAs(db, hubId, calledAs);
    return present();
  });
  serve(api.previewSyncLink, async ({ body: { url, code } }) => {
    if (!hubCodePattern.test(code)) return brokenField('code', 'invalidFormat');
    if (needsHttps(url)) return refuse('sync.needsHttps');
    const cloud = await askName({ url, code });
    if (isRefusal(cloud)) return cloud;
    return { here: (await present()).names.here, cloud };
  });
  const known = {
    read: (url: string) => readKnownFingerprint(sqlMarks(db), url),
    keep: (url: string, fingerprint: string) => inTurn((tx) => keepFingerprint(sqlMarks(tx), url, fingerprint)),
  };
  serve(api.checkCloud, ({ body }) => checkCloud({ clock, version, known }, body.url));
  serve(api.deleteSyncLink, async () => {
    await inTurn((tx) => keepLink(sqlMarks(tx), secrets, null));
    await touch.leave();
    return present();
  });
  serve(api.setAutoSend, async ({ params }) => {
    const hubId = await currentHubId(db, current);
    const autoSend = params.choice === 'on';
    if (hubId !== undefined) await db.update(hubs).set({ autoSend }).where(eq(hubs.id, hubId));
    return present();
  });
  serve(api.setSyncSending, async ({ body }) => {
    await inTurn(async (tx) => {
      const { mostKilobytesPerSecond, isMetered } = await readSendingRules(tx);
      const { most_kilobytes_per_second: most = mostKilobytesPerSecond, metered = isMetered } = body;
      await writeSendingRules(tx, { mostKilobytesPerSecond: most, isMetered: metered });
    });
    touch.moveFiles();
    return present();
  });
  serve(api.syncNow, async () => {
    if ((await readLink(sqlMarks(db), secrets)) === undefined) return refuse('sync.notLinked');
    await touch.now();
    return undefined;
  });
}
