import { type Logger, pino } from 'pino';
import { hideQueryValues, secretPaths } from './hide-secrets.ts';
import { type LogSentence, logWords } from './words/index.ts';
import { toStandardError, writeLines } from './write-lines.ts';

export { hideSecrets } from './hide-secrets.ts';
export { type LogSentence, logWords, tallyWords, valueWords } from './words/index.ts';

/** Structured log: one JSON line an event; the first argument holds fields, the second a sentence that has words. */
export interface Log {
  debug(fields: object, sentence: LogSentence): void;
  info(fields: object, sentence: LogSentence): void;
  warn(fields: object, sentence: LogSentence): void;
  error(fields: object, sentence: LogSentence): void;
  child(fields: { room: string }): Log;
}

/** A log that also takes what others say, in their words. */
export interface OpenLog extends Log {
  quote(level: 'info' | 'warn' | 'error', fields: object, text: string): void;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** A file that grew beyond it becomes `<file>.1`, which replaces the one before. */
const defaultMaxBytes = 50 * 1024 ** 2;

/**
 * Writes to `file` when given (appended), else to standard error, so that standard output stays for people. The file
 * and the one before it hold 50 MB each. What the disk does not take is dropped, and the log says later how many lines.
 */
export function createLog(level: LogLevel, file?: string, maxBytes = defaultMaxBytes): OpenLog {
  const options = { level, redact: secretPaths, formatters: { log: hideQueryValues } };
  if (file === undefined) return withCodes(pino(options, toStandardError));
  const log = withCodes(
    pino(
      options,
      writeLines(file, maxBytes, (lines, reason) => log.warn({ lines, reason }, 'lines of the log were dropped')),
    ),
  );
  return log;
}

function withCodes(logger: Logger): OpenLog {
  const write = (level: 'debug' | 'info' | 'warn' | 'error') => (fields: object, sentence: LogSentence) =>
    logger[level]({ ...fields, code: logWords[sentence].code }, sentence);
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    quote: (level, fields, text) => logger[level](fields, text),
    child: (fields) => withCodes(logger.child(fields)),
  };
}
