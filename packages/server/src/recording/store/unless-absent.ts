/** What a file operation gives; undefined when the file or a folder on its way does not exist. */
export async function unlessAbsent<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** As unlessAbsent, at once. */
export function unlessAbsentNow<T>(operation: () => T): T | undefined {
  try {
    return operation();
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
