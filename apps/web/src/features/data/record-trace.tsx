import type { Record } from '@sillage/contract';
import { quantityOf, tracedVariable } from '@sillage/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage } from '../../base/notify.ts';
import { strokeOf } from '../../charts/colours.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import styles from './record-trace.module.css';

type Traced = Pick<Record, 'preview' | 'available_data'>;

/** What the trace of a record shows, in one word; undefined where there is none. */
function useTracedWord({ preview, available_data }: Traced): { word: string; variable: string } | undefined {
  const { t } = useTranslation('records');
  const variable = tracedVariable(Object.keys(available_data));
  if (variable === undefined || !preview?.some((value) => value !== null)) return undefined;
  const quantity = quantityOf(variable)?.name;
  const described = available_data[variable]?.description;
  const word = quantity ? t(`quantity.${quantity}`) : described && inPageLanguage(described);
  return { variable, word: word || variable.slice(variable.indexOf('.') + 1) };
}

/** The shape of a record in a list, in the colour of what it shows, which is said beside or only read out. */
export function RecordTrace(props: { record: Traced; width: number; height: number; named: boolean }): ReactNode {
  const { record, width, height, named } = props;
  const { curves } = useChartTheme();
  const traced = useTracedWord(record);
  if (traced === undefined) return '–';
  const colour = strokeOf(traced.variable, Object.keys(record.available_data), curves);
  return (
    <span className={styles.trace} title={traced.word}>
      <Sparkline values={record.preview} width={width} height={height} colour={colour} />
      <span className={named ? styles.word : 'visually-hidden'}>{traced.word}</span>
    </span>
  );
}
