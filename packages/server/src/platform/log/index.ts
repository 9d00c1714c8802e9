import { renameSync, statSync } from 'node:fs';
import { pino } from 'pino';
import { hideQueryValues, secretPaths } from './hide-secrets.ts';

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
const checkEveryMs = 60_000;

/**
 * Writes to `file` when given (appended), else to standard error, so that standard output stays for people. The file
 * and the one before it hold 50 MB each.
 */
export function createLog(level: LogLevel, file?: string, maxBytes = defaultMaxBytes): Log {
  const options = { level, redact: secretPaths, formatters: { log: hideQueryValues } };
  if (file === undefined) return pino(options, pino.destination({ dest: 2, sync: true }));
  setAside(file, maxBytes);
  const destination = pino.destination({ dest: file, mkdir: true, sync: false });
  setInterval(() => setAside(file, maxBytes) && destination.reopen(), checkEveryMs).unref();
  return pino(options, destination);
}

/** Whether the file was too large and is out of the way now. A disk that does not let us is no reason to end. */
function setAside(file: string, maxBytes: number): boolean {
  try {
    if (statSync(file).size <= maxBytes) return false;
    renameSync(file, `${file}.1`);
    return true;
  } catch {
    return false;
  }
}
