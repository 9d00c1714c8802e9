import { Readable } from 'node:stream';
import type { RecordList } from '@sillage/contract';
import type { z } from 'zod';
import { shareLoop } from '../../platform/clock/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { Answer, type Viewer } from '../../platform/http/index.ts';
import type { RecordRow } from './find-records.ts';
import { readRecords } from './list-records.ts';
import { answerRecords } from './present-records.ts';

/** Records of a list that is written in one go: what a record measures may take 100 kB to say. */
export const recordsInOnePiece = 20;
/** Records that are read at once. */
const sliceOfRecords = 100;

/** A list of any number of records, of which a few are in memory at a time: all of a client may be a gigabyte. */
export function streamRecords(
  db: Queryable,
  viewer: Viewer,
  ids: readonly number[],
  about: Omit<z.input<typeof RecordList>, 'records'>,
  awayFrom: (rows: readonly RecordRow[]) => Parameters<typeof answerRecords>[3],
): Answer {
  async function* json() {
    yield '{"records":[';
    const pause = shareLoop();
    let isFirst = true;
    for (let at = 0; at < ids.length; at += sliceOfRecords) {
      const rows = await readRecords(db, ids.slice(at, at + sliceOfRecords));
      const shown = await answerRecords(db, viewer, rows, awayFrom(rows));
      for (const record of shown) {
        await pause();
        yield `${isFirst ? '' : ','}${JSON.stringify(record)}`;
        isFirst = false;
      }
    }
    yield `],${JSON.stringify(about).slice(1)}`;
  }
  return new Answer(200, Readable.from(json(), { objectMode: false }), {
    'content-type': 'application/json; charset=utf-8',
  });
}
