/** The code of what went wrong, however deep: of the database an SQLSTATE, of a connection one of Node's. */
export function codeOfCause(problem: unknown): string | undefined {
  for (let at: unknown = problem; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return undefined;
}
