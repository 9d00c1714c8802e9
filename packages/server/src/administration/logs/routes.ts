import { api, refuse } from '@sillage/contract';
import type { Clock } from '../../platform/clock/index.ts';
import { type DataFolder, openStoredFile } from '../../platform/files/index.ts';
import { fileAnswer, type Serve } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { limitTries } from '../../platform/places/index.ts';
import type { Tally } from '../../platform/tally/index.ts';
import { keepsLine } from './parse-line.ts';
import { readLog } from './read-log.ts';
import { frontLine } from './write-front-log.ts';

interface LogParts {
  readonly folder: Pick<DataFolder, 'logFile'>;
  readonly log: Log;
  readonly clock: Clock;
  /** Counts lines that were too many. */
  readonly tally?: Pick<Tally, 'count'>;
}

/** Lines of browsers that are not signed in: 100 MB of log outlast a week of them. */
const ofStrangers = { tries: 10, windowMs: 60_000 };

/** The server's log: browsers write into it, administrators read it. */
export function logRoutes(serve: Serve, { folder, log, clock, tally }: LogParts): void {
  const strangers = limitTries(ofStrangers, () => clock.monotonicMs());
  serve(api.writeFrontLog, async ({ body, principal }) => {
    if (principal === undefined) {
      // All of them together: addresses cost nothing.
      if (strangers.isOver('')) {
        tally?.count('request.refused', { reason: 'logs of strangers' });
        return refuse('request.tooMany', { seconds: ofStrangers.windowMs / 1000 });
      }
      strangers.failed('');
    }
    const { fields, sentence } = frontLine(body, principal?.userId);
    const write = { info: log.info, warning: log.warn, error: log.error }[body.level];
    write.call(log, fields, sentence);
    return undefined;
  });
  serve(api.readLogs, ({ query }) =>
    readLog(folder.logFile, { keeps: keepsLine(query), limit: query.limit, after: query.after }),
  );
  serve(api.downloadLogs, async () => {
    // What is written meanwhile is not part of it.
    const written = await openStoredFile(folder.logFile);
    return fileAnswer(written ?? new Uint8Array(), 'text/plain; charset=utf-8', 'sillage.log');
  });
}
