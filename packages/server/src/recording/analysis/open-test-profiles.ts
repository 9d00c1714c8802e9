import { api, type BodyIn, type KeptResult } from '@sillage/contract';
import { tables } from '../../platform/database/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import { openTestClub } from '../records/testing.ts';
import { analysisRoutes, createAnalyses, createResults } from './index.ts';
import { makeTestJump } from './make-test-jump.ts';

/** kg, and m. */
export const [body, push] = [70, 0.4];
/** kg, and the speed at take-off, m/s. */
export const loaded = [0, 20, 40, 60].map((load) => ({ load, speed: 2.6 - 0.02 * load }));
/** Of what waits for the program's own tasks. */
export const patient = { timeout: 20_000, interval: 100 };

/** A club whose loaded jumps answer profiles by themselves. For tests. */
export async function openTestProfiles() {
  const club = await openTestClub();
  const { room, clientId, manager, coach, decodedUpload } = club;
  const groupId = Number(coach.groupIds[0]);
  const analyses = createAnalyses();
  const results = createResults({ ...room.dependencies, analyses });
  room.jobs.register(results.job);
  analysisRoutes(room.serve, { ...room.dependencies, analyses, results });
  async function close() {
    await results.close();
    await analyses.close();
    await room.close();
  }

  /** A loaded jump in a record of its own, of the test that is told by its exercise. */
  async function jump({ load, speed }: (typeof loaded)[number], userIds: readonly number[], more: object = {}) {
    const csv = makeTestJump({ takeOffSpeed: speed, mass: body + load, isSquat: true });
    const about = { exercise_name: 'PFV', user_ids: userIds, comment: `${load} kg`, ...more };
    const id = await decodedUpload(`sj ${load} ${userIds}.csv`, csv, about);
    await edit(id, { protocol: { push_off_m: push } });
    return id;
  }
  async function test4(userIds: readonly number[]): Promise<[number, number, number, number]> {
    const ids: number[] = [];
    for (const one of loaded) ids.push(await jump(one, userIds));
    const [a = 0, b = 0, c = 0, d = 0] = ids;
    return [a, b, c, d];
  }
  const edit = (id: number, given: BodyIn<typeof api.editRecord>) =>
    room.call(api.editRecord, manager, { params: { id }, body: given });
  const listOf = async (id: number, who: Principal = manager): Promise<KeptResult[]> =>
    api.listResults.reply.parse(await room.call(api.listResults, who, { params: { id } }));
  const profileOf = async (id: number) =>
    (await listOf(id)).find(({ analysis, is_current }) => analysis === 'jumpProfile' && is_current);
  const loadsOf = async (id: number) => (await profileOf(id))?.trials.map(({ load_kg }) => load_kg);
  const historyOf = async (id: number) =>
    api.readAthleteHistory.reply.parse(
      await room.call(api.readAthleteHistory, manager, { params: { id }, query: { analysis: 'jumpProfile' } }),
    );

  /** As a hub frees an original that the cloud has. */
  const free = (id: number) =>
    room.dependencies.life.inTransaction((tx) =>
      room.dependencies.life.move(tx, { id }, 'error', { set: { availableData: {}, modules: {}, sizeBytes: 0 } }),
    );
  const bringBack = (id: number) =>
    room.dependencies.life.inTransaction((tx) => room.dependencies.life.queueDecoding(tx, { id, clientId }));
  /** All is looked at, and computed, until nothing is left. */
  async function settled() {
    const count = () => room.database.db.$count(tables.tasks);
    let before: number;
    do {
      before = await count();
      await results.sweep();
      await room.decoded();
    } while ((await count()) > before);
  }
  return {
    ...{ ...club, groupId, analyses, results, close },
    ...{ jump, test4, edit, listOf, profileOf, loadsOf, historyOf, free, bringBack, settled },
  };
}
