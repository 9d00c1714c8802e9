import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { api } from '@sillage/contract';
import { codeOf, type DataFolder } from '../../platform/files/index.ts';
import { fileAnswer, type Serve } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { keepsLine } from './parse-line.ts';
import { readLog } from './read-log.ts';
import { frontLine } from './write-front-log.ts';

/** The server's log: browsers write into it, administrators read it. */
export function logRoutes(
  serve: Serve,
  { folder, log }: { readonly folder: Pick<DataFolder, 'logFile'>; readonly log: Log },
): void {
  serve(api.writeFrontLog, async ({ body, principal }) => {
    const { fields, sentence } = frontLine(body, principal?.userId);
    const write = { info: log.info, warning: log.warn, error: log.error }[body.level];
    write.call(log, fields, sentence);
    return undefined;
  });
  serve(api.readLogs, ({ query }) =>
    readLog(folder.logFile, { keeps: keepsLine(query), limit: query.limit, after: query.after }),
  );
  serve(api.downloadLogs, async () => {
    const sizeBytes = await stat(folder.logFile).then(
      ({ size }) => size,
      (error: unknown) => {
        if (codeOf(error) === 'ENOENT') return 0;
        throw error;
      },
    );
    // What is written meanwhile is not part of it.
    const bytes = sizeBytes === 0 ? Readable.from([]) : createReadStream(folder.logFile, { end: sizeBytes - 1 });
    return fileAnswer(bytes, 'text/plain; charset=utf-8', 'sillage.log');
  });
}
