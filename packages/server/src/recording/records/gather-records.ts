import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import type { RecordRow } from './find-records.ts';

const { recordUsers } = tables;

/** As many as may be said of a record. */
const mostAthletes = 50;

/** What all of them have; null where they differ. */
export function common<K extends 'groupId' | 'sportId' | 'exerciseId' | 'exerciseName'>(
  held: readonly RecordRow[],
  key: K,
) {
  const [first] = held;
  return first !== undefined && held.every((record) => record[key] === first[key]) ? first[key] : null;
}

/** A coach sees the own groups only: of records of several, it is one of theirs. */
export function groupOf(held: readonly RecordRow[], { scope, principal }: Viewer): number | null {
  const group = common(held, 'groupId');
  const inReach = scope !== 'groups' || (group !== null && principal.groupIds.includes(group));
  return inReach ? group : (principal.groupIds[0] ?? null);
}

/** Athletes of any of them. */
export async function athletesOf(tx: Queryable, held: readonly Pick<RecordRow, 'id'>[]): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ id: recordUsers.userId })
    .from(recordUsers)
    .where(
      isOneOf(
        recordUsers.recordId,
        held.map(({ id }) => id),
      ),
    )
    .orderBy(recordUsers.userId)
    .limit(mostAthletes);
  return rows.map(({ id }) => id);
}
