import type { HttpDependencies } from './http-dependencies.ts';

/** Asks which origins may call, at each request, in the way that CORS libraries ask. */
export function corsOrigins(allowed: HttpDependencies['allowedOrigins'] = () => []) {
  return (_: string | undefined, decide: (error: Error | null, origins: '*' | string[]) => void): void => {
    const origins = allowed();
    decide(null, origins.includes('*') ? '*' : [...origins]);
  };
}
