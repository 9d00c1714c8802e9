/** The token of `Bearer …`. */
export function bearerOf(authorization: string): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];
}

/** The key of `ApiKey …`. */
export function apiKeyOf(authorization: string): string | undefined {
  return /^ApiKey\s+(\S+)$/i.exec(authorization)?.[1];
}

/** The bearer token of a request; `headers` as handlers get them. */
export function tokenIn(headers: { readonly authorization?: string | string[] | undefined }): string | undefined {
  return typeof headers.authorization === 'string' ? bearerOf(headers.authorization) : undefined;
}
