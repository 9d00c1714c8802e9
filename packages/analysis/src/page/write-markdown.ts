import type { Translated } from '../translated.ts';
import type { AnalysisPage, PageSection } from './describe-page.ts';

type Language = keyof Translated;

/** A page as Markdown, in one language. */
export function writeMarkdown(page: AnalysisPage, language: Language): string {
  const { id, version, name, about, serves, sections } = page;
  const versionWord = { fr: 'Version', en: 'Version' }[language];
  return [
    `# ${name[language]}`,
    `\`${id}\` · ${versionWord} ${version}`,
    about[language],
    serves[language],
    ...sections.map((section) => writeSection(section, language)),
  ]
    .join('\n\n')
    .concat('\n');
}

function writeSection({ title, text, columns, rows }: PageSection, language: Language): string {
  const line = (cells: readonly Translated[]) =>
    `| ${cells.map((cell) => cell[language].replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = `|${columns.map(() => '---|').join('')}`;
  return [`## ${title[language]}`, text[language], [line(columns), rule, ...rows.map(line)].join('\n')].join('\n\n');
}
