import { pino } from 'pino';

/** Structured log: one JSON line an event; the first argument holds fields, the second a sentence. */
export interface Log {
  debug(fields: object, sentence: string): void;
  info(fields: object, sentence: string): void;
  warn(fields: object, sentence: string): void;
  error(fields: object, sentence: string): void;
  child(fields: { room: string }): Log;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Writes to `file` when given (appended), else to standard error, so that standard output stays for people. */
export function createLog(level: LogLevel, file?: string): Log {
  return pino(
    { level, redact: ['password', 'token', 'authorization', 'secret'] },
    file === undefined
      ? pino.destination({ dest: 2, sync: true })
      : pino.destination({ dest: file, mkdir: true, sync: false }),
  );
}
