import { fileURLToPath } from 'node:url';

const pathOf = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

/** Of the project: what is read, and what is made. */
export const analysisSource = pathOf('packages/analysis/src');
export const codesModule = pathOf('packages/analysis/src/page/codes-of-analyses.ts');
export const pagesFolder = pathOf('docs/analysis');
