import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { reasonCodes, refusalCodes, warningCodes } from '@sillage/analysis';

/** What an analysis may say besides its numbers: codes in the order of the sentences. */
export interface CodesOfAnalysis {
  readonly refusals: readonly string[];
  readonly warnings: readonly string[];
  readonly reasons: readonly string[];
}

/** Hold all sentences, or none of their own. */
const notOfOne = ['analysis.ts', 'sentences.ts', 'catalogue.ts', 'page/'];

/**
 * The codes that each analysis may answer: those that its file and what it imports are written with, and those of every run.
 * @param folder `packages/analysis/src`
 * @param ids of the catalogue
 */
export function findCodes(folder: string, ids: readonly string[]): Record<string, CodesOfAnalysis> {
  const catalogue = readFileSync(resolve(folder, 'catalogue.ts'), 'utf8');
  const files = importsIn(catalogue).map((path) => resolve(folder, path));
  const byId = new Map(files.map((file) => [idIn(readFileSync(file, 'utf8')), file]));
  const everyRun = readFileSync(resolve(folder, 'run-analysis.ts'), 'utf8');
  return Object.fromEntries(
    ids.map((id) => {
      const file = byId.get(id);
      if (file === undefined) throw new Error(`no file defines the analysis ${id}`);
      return [id, codesIn([everyRun, ...textsFrom(file, folder)])];
    }),
  );
}

const idIn = (text: string) => /defineAnalysis\(\{\s*id: '([^']+)'/.exec(text)?.[1];
const importsIn = (text: string) => [...text.matchAll(/from '(\.[^']+)'/g)].flatMap(([, path]) => path ?? []);

/** A file and all that it imports of the package. */
function textsFrom(file: string, folder: string): string[] {
  const seen = new Map<string, string>();
  const waiting = [file];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next) || notOfOne.some((part) => relative(folder, next ?? '').startsWith(part))) continue;
    const text = readFileSync(next, 'utf8');
    seen.set(next, text);
    const from = dirname(next);
    waiting.push(...importsIn(text).map((path) => resolve(from, path)));
  }
  return [...seen.values()];
}

function codesIn(texts: readonly string[]): CodesOfAnalysis {
  /** Quoted words after a key, up to the next member. */
  const said = (key: string) =>
    new Set(
      texts.flatMap((text) =>
        [...text.matchAll(new RegExp(`\\b${key}:([^,}]*)`, 'g'))].flatMap(([, value = '']) =>
          [...value.matchAll(/'(\w+)'/g)].flatMap(([, word]) => word ?? []),
        ),
      ),
    );
  const [refused, warned, missing] = [said('refused'), said('code'), said('reason')];
  return {
    refusals: refusalCodes.filter((code) => refused.has(code)),
    warnings: warningCodes.filter((code) => warned.has(code)),
    reasons: reasonCodes.filter((code) => missing.has(code)),
  };
}
