/** Of the system: the server cannot be reached, or the connection broke. */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT', // of a socket in a folder
]);
/** Of PostgreSQL: connection exceptions, starting or stopping, too many connections, a statement that took too long. */
const serverCodes = /^(08...|57P0[1-5]|53300|57014|25P03)$/;
/** Of the driver, which gives them no code. */
const driverMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error',
];

/** Whether an error says that the database cannot be used at the moment, and not that the program is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : '';
    const isNetwork = networkCodes.has(code) && (code !== 'ENOENT' || ('syscall' in at && at.syscall === 'connect'));
    if (isNetwork || serverCodes.test(code)) return true;
    const { message } = at;
    if (driverMessages.some((start) => message.startsWith(start))) return true;
    if (at instanceof AggregateError && at.errors.some(isDatabaseAway)) return true;
  }
  return false;
}

/** Whether the database has no space left on its disk: what it was to do was not done, and it goes on once there is some. */
export function isDatabaseFull(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('code' in at && at.code === '53100') return true;
  }
  return false;
}
