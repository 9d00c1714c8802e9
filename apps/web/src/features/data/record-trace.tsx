import type { Record } from '@sillage/contract';
import { measuredSide, quantityOf } from '@sillage/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage } from '../../base/notify.ts';
import { strokeOf } from '../../charts/colours.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import { useTrace } from './chosen-traces.ts';
import styles from './record-trace.module.css';

type Traced = Pick<Record, 'id' | 'preview' | 'available_data'>;

/** The shape of a record in a list, in the colour of what it shows, which is said beside or only read out. */
export function RecordTrace(props: { record: Traced; width: number; height: number; named: boolean }): ReactNode {
  const { record, width, height, named } = props;
  const { t } = useTranslation('records');
  const { curves } = useChartTheme();
  const trace = useTrace(record);
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
