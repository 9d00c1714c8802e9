/** The `code` of an error of the system or of PostgreSQL (`ENOENT`, `57P03`), if it has one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Names in a folder; none where there is no folder. */
export async function unlessAbsent<T>(names: Promise<T[]>): Promise<T[]> {
  return names.catch((problem: unknown) => {
    if (codeOf(problem) === 'ENOENT' || codeOf(problem) === 'ENOTDIR') return [];
    throw problem;
  });
}
