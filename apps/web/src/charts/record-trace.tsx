import type { Record } from '@sillage/contract';
import { measuredSide, quantityOf, tracedVariable } from '@sillage/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage } from '../base/notify.ts';
import { strokeOf } from './colours.ts';
import styles from './record-trace.module.css';
import { Sparkline } from './sparkline.tsx';
import { useChartTheme } from './use-chart-theme.ts';

/** What the row of a record shows of it. */
export interface Trace {
  readonly variable: string;
  /** Evenly spread over the record. */
  readonly values: readonly (number | null)[];
}

/** The trace that a record brings along: of what tells most of it. */
export function ownTrace({ preview, available_data }: Pick<Record, 'preview' | 'available_data'>): Trace | undefined {
  const variable = tracedVariable(Object.keys(available_data));
  return variable === undefined ? undefined : traceOf(variable, preview);
}

/** Undefined where there is nothing to draw. */
export function traceOf(variable: string, values: Trace['values'] | null): Trace | undefined {
  return values?.some((value) => value !== null && Number.isFinite(value)) ? { variable, values } : undefined;
}

/** The shape of a record in a list, in the colour of what it shows, which is said beside or only read out. */
export function RecordTrace(props: {
  record: Pick<Record, 'available_data'>;
  trace: Trace | undefined;
  width: number;
  height: number;
  named: boolean;
}): ReactNode {
  const { record, trace, width, height, named } = props;
  const { t } = useTranslation('records');
  const { curves } = useChartTheme();
  if (trace === undefined) return '–';
  const { variable, values } = trace;
  const names = Object.keys(record.available_data);
  const quantity = quantityOf(variable)?.name;
  const side = measuredSide(variable, new Set(names));
  const described = record.available_data[variable]?.description;
  const whole = quantity ? t(`quantity.${quantity}`) : described && inPageLanguage(described);
  // Red and green mean a side.
  const said = quantity && (side === 'left' || side === 'right') ? `${whole} ${t(`side.${side}`)}` : whole;
  const word = said || variable.slice(variable.indexOf('.') + 1);
  const colour = strokeOf(variable, names, curves);
  return (
    <span className={styles.trace} title={word}>
      <Sparkline values={values} width={width} height={height} colour={colour} />
      <span className={named ? styles.word : 'visually-hidden'}>{word}</span>
    </span>
  );
}
