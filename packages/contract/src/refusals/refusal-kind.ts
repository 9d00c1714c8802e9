import type { Language } from '../languages.ts';

/** HTTP status and sentence of an expected "no". */
export type RefusalKind = Readonly<Record<Language, string>> & { readonly status: number };
