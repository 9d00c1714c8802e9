import { type AnalysisAbout, api } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { useServer } from '../../../base/services.tsx';
import { recordKeys } from '../../../records/record-queries.ts';
import { formatQuantity } from '../../../ui/format-quantity.ts';
import { printedUnit } from '../../../ui/printed-unit.ts';
import { useOpenRecord } from '../open-record.ts';
import styles from './method-spread.module.css';

/** Units of the drawing, which is as wide as its place. */
const [width, height] = [240, 28];

/** The same trial by the rules of the analysis itself and by each published preset: how much the way to compute it matters. */
export function MethodSpread({
  about,
  id,
  shown,
}: {
  about: AnalysisAbout;
  id: string;
  shown: number | null;
}): ReactNode {
  const { t } = useTranslation('record');
  const { analysis, record } = useOpenRecord();
  const language = useAppearance((appearance) => appearance.language);
  const server = useServer();
  const [isOpen, setOpen] = useState(false);
  const { preset: _, ...asked } = analysis.asked;
  const body = { ...asked, analysis: about.id };
  const spread = useQuery({
    queryKey: [...recordKeys.record(record.id), 'spread', body],
    queryFn: ({ signal }) => server.call(api.spreadOfMethods, { params: { id: record.id }, body, signal }),
    enabled: isOpen,
    meta: { quiet: true },
  });
  if (about.presets.length === 0) return null;
  const output = about.outputs[id];
  const found = (spread.data?.methods ?? []).flatMap(({ source, outcome }) => {
    const value = outcome.values[id]?.value;
    return value == null ? [] : [{ source: source || t('analysis.ownRules'), value }];
  });
  const values = found.map(({ value }) => value).sort((a, b) => a - b);
  const said = (value: number) => formatQuantity(value, output ?? { unit: '1', decimals: 0 }, language);
  const [least, most] = [values[0], values.at(-1)];
  const middle = ((values[(values.length - 1) >> 1] ?? 0) + (values[values.length >> 1] ?? 0)) / 2;
  const marked = shown === null ? values : [...values, shown];
  const [from, to] = [Math.min(...marked), Math.max(...marked)];
  const x = (value: number) => 10 + (to > from ? ((value - from) / (to - from)) * (width - 20) : width / 2 - 10);
  return (
    <details className={styles.spread} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('analysis.spread.title')}</summary>
      {spread.isLoading && <p role="status">{t('analysis.running')}</p>}
      {spread.isError && <p role="alert">{t('analysis.spread.failed')}</p>}
      {least !== undefined && most !== undefined && (
        <>
          <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
            <line className={styles.line} x1={x(least)} x2={x(most)} y1={height / 2} y2={height / 2} />
            {found.map(({ source, value }) => (
              <circle key={source} className={styles.ring} cx={x(value)} cy={height / 2} r={4} />
            ))}
            {shown !== null && <line className={styles.shown} x1={x(shown)} x2={x(shown)} y1={2} y2={height - 2} />}
          </svg>
          <p>{found.map(({ source, value }) => `${source} ${said(value)}`).join(', ')}.</p>
          <p>
            {t('analysis.spread.summary', {
              ...{ least: said(least), middle: said(middle), most: said(most) },
              unit: output === undefined || output.unit === '1' ? '' : printedUnit(output.unit, language),
            })}
          </p>
        </>
      )}
    </details>
  );
}
