import type { Translated } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { type Database, tables } from '../../platform/database/index.ts';
import type { Decoded } from './decode-task.ts';

const { records, recordErrors } = tables;

/** Puts what decoding found on the record's row; errors of an earlier decoding go. False when the record is gone. */
export async function saveDecoded(database: Database, recordId: number, decoded: Decoded): Promise<boolean> {
  return database.db.transaction(async (tx) => {
    const { startUs, findings } = decoded;
    const updated = await tx
      .update(records)
      .set({
        decodeState: 'done',
        availableData: { ...decoded.availableData },
        modules: { ...decoded.modules },
        durationSeconds: decoded.durationSeconds,
        sizeBytes: decoded.sizeBytes,
        preview: decoded.preview ? [...decoded.preview] : null,
        ...(startUs === undefined ? {} : { startUs, startedAt: new Date(startUs / 1000) }),
      })
      .where(eq(records.id, recordId))
      .returning({ id: records.id });
    if (updated.length === 0) return false;
    await tx.delete(recordErrors).where(eq(recordErrors.recordId, recordId));
    if (findings.length > 0) {
      await tx.insert(recordErrors).values(findings.map(({ type, msg }) => ({ recordId, type, msg })));
    }
    return true;
  });
}

/** Marks a record as undecodable and says why; its source stays. */
export async function saveFailure(database: Database, recordId: number, msg: Translated): Promise<void> {
  await database.db.transaction(async (tx) => {
    const updated = await tx
      .update(records)
      .set({ decodeState: 'error' })
      .where(eq(records.id, recordId))
      .returning({ id: records.id });
    if (updated.length === 0) return;
    await tx.delete(recordErrors).where(eq(recordErrors.recordId, recordId));
    await tx.insert(recordErrors).values({ recordId, type: 'FATAL', msg });
  });
}
