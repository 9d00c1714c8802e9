import { type Analysis, analyses, describePage, writeMarkdown } from '@sillage/analysis';
import type { CodesOfAnalysis } from './find-codes.ts';

const languages = ['fr', 'en'] as const;

/** Text by path below `docs/analysis`: a page an analysis and language, and a list of them. */
export function makePages(): Map<string, string> {
  const pages = new Map([['README.md', list()]]);
  for (const analysis of analyses) {
    const page = describePage(analysis);
    for (const language of languages) pages.set(`${language}/${analysis.id}.md`, writeMarkdown(page, language));
  }
  return pages;
}

function list(): string {
  const row = ({ id, name }: Analysis) => `| \`${id}\` | [${name.fr}](fr/${id}.md) | [${name.en}](en/${id}.md) |`;
  return [
    '# Analyses',
    'Made from the analyses themselves by `npm run docs:analysis`; a test fails when a page says something else than they do. The app shows the same text: *À propos de cette analyse* in the panel *Analyse*.',
    ['| | français | English |', '|---|---|---|', ...analyses.map(row)].join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

/** The module of the package that holds what was found in its own text. */
export function writeCodesModule(codes: Readonly<Record<string, CodesOfAnalysis>>): string {
  const list = (words: readonly string[]) => `[${words.map((word) => `'${word}'`).join(', ')}]`;
  const entries = Object.entries(codes).map(
    ([id, { refusals, warnings, reasons }]) =>
      `  ${/^\w+$/.test(id) ? id : `'${id}'`}: {\n    refusals: ${list(refusals)},\n    warnings: ${list(warnings)},\n    reasons: ${list(reasons)},\n  },`,
  );
  return `import type { ReasonCode, RefusalCode, WarningCode } from '../sentences.ts';

interface Codes {
  readonly refusals: readonly RefusalCode[];
  readonly warnings: readonly WarningCode[];
  readonly reasons: readonly ReasonCode[];
}

/** What each analysis may say besides its numbers, found in its own text: made by \`npm run docs:analysis\`, not by hand. */
// biome-ignore format: made
export const codesOfAnalyses: Readonly<Record<string, Codes>> = {
${entries.join('\n')}
};
`;
}
