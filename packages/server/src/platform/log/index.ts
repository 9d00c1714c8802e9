import { pino } from 'pino';
import { hideQueryValues, secretPaths } from './hide-secrets.ts';
import { toStandardError, writeLines } from './write-lines.ts';

export { hideSecrets } from './hide-secrets.ts';

/** Structured log: one JSON line an event; the first argument holds fields, the second a sentence. */
export interface Log {
  debug(fields: object, sentence: string): void;
  info(fields: object, sentence: string): void;
  warn(fields: object, sentence: string): void;
  error(fields: object, sentence: string): void;
  child(fields: { room: string }): Log;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** A file that grew beyond it becomes `<file>.1`, which replaces the one before. */
const defaultMaxBytes = 50 * 1024 ** 2;

/**
 * Writes to `file` when given (appended), else to standard error, so that standard output stays for people. The file
 * and the one before it hold 50 MB each. What the disk does not take is dropped, and the log says later how many lines.
 */
export function createLog(level: LogLevel, file?: string, maxBytes = defaultMaxBytes): Log {
  const options = { level, redact: secretPaths, formatters: { log: hideQueryValues } };
  if (file === undefined) return pino(options, toStandardError);
  const log = pino(
    options,
    writeLines(file, maxBytes, (lines, reason) => log.warn({ lines, reason }, 'lines of the log were dropped')),
  );
  return log;
}
