import { type Analysis, describePage } from '@sillage/analysis';
import type { AnalysisPage } from '@sillage/contract';

/** What people read of an analysis, as docs/analysis has it. */
export function answerPage(analysis: Analysis): AnalysisPage {
  const { sections, ...page } = describePage(analysis);
  return {
    ...page,
    sections: sections.map(({ columns, rows, ...section }) => ({
      ...section,
      columns: [...columns],
      rows: rows.map((row) => [...row]),
    })),
  };
}
