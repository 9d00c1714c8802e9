import { api, refuse } from '@sillage/contract';
import type { Clock } from '../../platform/clock/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { type DataFolder, openStoredFile } from '../../platform/files/index.ts';
import { fileAnswer, type Serve } from '../../platform/http/index.ts';
import type { OpenLog } from '../../platform/log/index.ts';
import { limitTries } from '../../platform/places/index.ts';
import type { Tally } from '../../platform/tally/index.ts';
import { nameLines } from './name-lines.ts';
import { holdsWords, keepsLine } from './parse-line.ts';
import { readLog } from './read-log.ts';
import { frontLine } from './write-front-log.ts';

interface Dependencies {
  readonly folder: Pick<DataFolder, 'logFile'>;
  readonly db: Db;
  readonly log: OpenLog;
  readonly clock: Clock;
  /** Counts lines that were too many. */
  readonly tally?: Pick<Tally, 'count'>;
}

const windowMs = 60_000;
/** Lines of browsers that are not signed in: 100 MB of log outlast a week of them. */
const ofStrangers = { tries: 10, windowMs };
/** Of one person, who has many tabs, and of all people together: of 8 kB each, the log holds an hour of them. */
const ofAPerson = { tries: 30, windowMs };
const ofPeople = { tries: 200, windowMs };

/** Counts a line of somebody, or answers whose lines are too many already: theirs, or those of all of their kind. */
function boundLines(clock: Clock) {
  const bound = (most: typeof ofStrangers) => limitTries(most, () => clock.monotonicMs());
  const [strangers, person, people] = [bound(ofStrangers), bound(ofAPerson), bound(ofPeople)];
  return (userId: number | undefined) => {
    const key = String(userId);
    // Strangers all together: addresses cost nothing.
    if (userId === undefined) {
      if (strangers.isOver('')) return 'strangers';
      strangers.failed('');
    } else {
      if (person.isOver(key)) return 'a person';
      if (people.isOver('')) return 'people';
      person.failed(key);
      people.failed('');
    }
    return undefined;
  };
}

/** The server's log: browsers write into it, administrators read it. */
export function logRoutes(serve: Serve, { db, folder, log, clock, tally }: Dependencies): void {
  const isTooMuch = boundLines(clock);
  serve(api.writeFrontLog, async ({ body, principal }) => {
    const whose = isTooMuch(principal?.userId);
    if (whose !== undefined) {
      tally?.count('request.refused', { reason: `logs of ${whose}` });
      return refuse('request.tooMany', { seconds: windowMs / 1000 });
    }
    const { fields, sentence } = frontLine(body, principal?.userId);
    log.quote(body.level === 'warning' ? 'warn' : body.level, fields, sentence);
    return undefined;
  });
  serve(api.readLogs, async ({ query }) => {
    const { limit, after, search } = query;
    const name = nameLines(db);
    const wanted = { keeps: keepsLine(query), limit, after };
    if (search.trim() === '') {
      const { lines, next } = await readLog(folder.logFile, wanted);
      return { lines: await name(lines), next };
    }
    // What people read is what they search: lines get their names first.
    const holds = holdsWords(query);
    return readLog(folder.logFile, { ...wanted, finds: async (lines) => (await name(lines)).filter(holds) });
  });
  serve(api.downloadLogs, async () => {
    // What is written meanwhile is not part of it.
    const written = await openStoredFile(folder.logFile);
    return fileAnswer(written ?? new Uint8Array(), 'text/plain; charset=utf-8', 'sillage.log');
  });
}
