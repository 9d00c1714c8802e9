/** The token of `Bearer …`. */
export function bearerOf(authorization: string): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];
}
