import type { FusionOrigin, FusionType } from '@sillage/contract';
import { isDatabaseAway } from '../../platform/database/index.ts';
import { type DataFolder, stored } from '../../platform/files/index.ts';
import type { JobContext } from '../../platform/jobs/index.ts';
import type { Life } from '../life/index.ts';
import { athletesOf, common, fusionKey, setAthletes } from '../records/index.ts';
import { endedFusing } from './fuse-sentences.ts';
import { durationOf, type PlacedPart, startUsOf } from './lay-out-parts.ts';

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
      const { id } = await life.beginOfFile(tx, {
        ...{ uid, basename, groupId, startUs, source: 'mcap', recordType: 'fusion' },
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

function originOf(placed: readonly PlacedPart[], type: FusionType): FusionOrigin {
  return {
    type,
    parts: placed.map(({ record, name, offsetSeconds }) => ({
      ...{ record_id: record.id, uid: record.uid, name },
      offset: Number(offsetSeconds.toFixed(6)),
    })),
  };
}
