import { type FusionOrigin, type FusionType, refuse } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { isDatabaseAway, isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import { type DataFolder, stored } from '../../platform/files/index.ts';
import { type JobContext, TaskRefused } from '../../platform/jobs/index.ts';
import type { Life } from '../life/index.ts';
import { athletesOf, common, fusionKey, setAthletes } from '../records/index.ts';
import { endedFusing } from './fuse-sentences.ts';
import { durationOf, type PlacedPart, startUsOf } from './lay-out-parts.ts';

const { records, groups } = tables;

/** Characters of a record's name. */
const mostCharacters = 200;

/** The record and the task that decodes it, both or neither. */
export async function addFusedRecord(
  { life, folder }: { readonly life: Life; readonly folder: Pick<DataFolder, 'files'> },
  placed: readonly PlacedPart[],
  { uid, type, groupId }: { readonly uid: string; readonly type: FusionType; readonly groupId: number | null },
  { alsoAbout, message }: JobContext,
): Promise<void> {
  const held = placed.map(({ record }) => record);
  const [reference] = held;
  if (reference === undefined) throw new Error('a fusion without parts');
  const basename = placed
    .map(({ name }) => name)
    .join(' + ')
    .slice(0, mostCharacters);
  const startUs = startUsOf(placed);
  try {
    await life.inTransaction(async (tx) => {
      await holdUnchanged(tx, placed);
      const { id } = await life.beginOfFile(tx, {
        ...{ uid, basename, startUs, source: 'mcap', recordType: 'fusion' },
        groupId: await holdGroup(tx, groupId),
        clientId: reference.clientId,
        sportId: common(held, 'sportId'),
        exerciseId: common(held, 'exerciseId'),
        exerciseName: common(held, 'exerciseName'),
        startedAt: new Date(startUs / 1000),
        wrongTime: reference.wrongTime,
        timezone: reference.timezone,
        durationSeconds: durationOf(placed),
        otherData: { [fusionKey]: originOf(placed, type) },
      });
      await setAthletes(tx, id, await athletesOf(tx, held));
      await alsoAbout(tx, [id]);
    });
  } catch (error) {
    // Where the answer to the commit was lost the record may be there: its file goes at the next start when it is not.
    if (!isDatabaseAway(error)) await folder.files.delete(stored.upload(uid));
    throw error;
  }
  await message('SUCCESS', endedFusing(basename, durationOf(placed)));
}

/** @throws where a part was deleted or decoded anew while it was read: samples and times may be of both */
async function holdUnchanged(tx: Queryable, placed: readonly PlacedPart[]): Promise<void> {
  const ids = placed.map(({ record }) => record.id);
  const { id, decodeState, signalsVersion } = records;
  const rows = await tx
    .select({ id, decodeState, signalsVersion })
    .from(records)
    .where(isOneOf(id, ids))
    .orderBy(id)
    .for('share');
  const changed = placed.find(({ record }) => {
    const now = rows.find((row) => row.id === record.id);
    return now?.decodeState !== 'done' || now.signalsVersion !== record.signalsVersion;
  });
  if (changed !== undefined) throw new TaskRefused(refuse('record.fuseChanged', { name: changed.name }));
}

/** The group, unless it was deleted since the task was asked for. */
async function holdGroup(tx: Queryable, groupId: number | null): Promise<number | null> {
  if (groupId === null) return null;
  const [found] = await tx.select({ id: groups.id }).from(groups).where(eq(groups.id, groupId)).for('key share');
  return found?.id ?? null;
}

function originOf(placed: readonly PlacedPart[], type: FusionType): FusionOrigin {
  return {
    type,
    parts: placed.map(({ record, name, offsetSeconds }) => ({
      ...{ record_id: record.id, uid: record.uid, name },
      offset: Number(offsetSeconds.toFixed(6)),
    })),
  };
}
