import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { analyses, fitsRecord, isBadAsk, isRefused, runAnalysis, type Variable } from '@sillage/analysis';
import { detectFormat, headBytes, isFileFormat, readWholeFile } from '@sillage/formats';

const fixtures = new URL('../packages/testkit/fixtures/', import.meta.url);
/** Hz of a file that has no times of its own. */
const assumedRateHz = 1000;

/** Every real recording that is kept for tests, asked by every analysis that its variables fit. */
export function answerRecordings() {
  const codes = new Map<string, number>();
  let [asked, refused] = [0, 0];
  for (const path of readdirSync(fixtures, { recursive: true, encoding: 'utf8' })) {
    const variables = variablesOf(path);
    for (const analysis of analyses) {
      const fits = fitsRecord(
        analysis,
        variables.map(({ name }) => name),
      );
      if (!fits) continue;
      const found = runAnalysis(analysis, variables);
      if (isBadAsk(found)) continue;
      asked += 1;
      refused += isRefused(found) ? 1 : 0;
      const said = isRefused(found) ? [`refused ${found.refused}`] : found.warnings.map(({ code }) => `warned ${code}`);
      for (const code of said) codes.set(code, (codes.get(code) ?? 0) + 1);
    }
  }
  return { asked, refused, codes };
}

function variablesOf(path: string): Variable[] {
  if (!/\.(csv|txt|fit|gpx)(\.gz)?$/.test(path)) return [];
  const raw = readFileSync(new URL(path, fixtures));
  const bytes = path.endsWith('.gz') ? gunzipSync(raw) : raw;
  const head = bytes.subarray(0, headBytes);
  const said = { rateHz: assumedRateHz };
  const detected = detectFormat(head, bytes.length === head.length, said);
  if ('problem' in detected || !isFileFormat(detected.format)) return [];
  const recording = readWholeFile(detected.format, bytes, said);
  if ('problem' in recording) return [];
  return recording.modules.flatMap(({ columns, values, timesSeconds }) =>
    columns.map(({ name, unit }, i) => ({ name, unit, timesSeconds, values: Float64Array.from(values[i] ?? []) })),
  );
}
