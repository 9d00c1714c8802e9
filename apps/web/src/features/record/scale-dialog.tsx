import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { decimalsFor, type ValueRange } from '../../charts/curve.ts';
import { editableFigure, formatFigure, parseFigure } from '../../charts/format-figure.ts';
import { type ValueRanges, type YAxis, yAxes } from '../../charts/y-axes.ts';
import { labelOf } from '../../records/label-of-variable.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { printedUnit } from '../../ui/printed-unit.ts';
import { fixRanges, type GraphPlan } from './graph-layout.ts';
import { useOpenRecord } from './open-record.ts';
import { useRecordDisplay } from './record-display.ts';
import styles from './scale-dialog.module.css';

/** The ends of an axis as they are typed. */
interface Ends {
  readonly low: string;
  readonly high: string;
}
const noEnds: Ends = { low: '', high: '' };

/** The range that is typed, `undefined` where both fields are empty, else what is wrong with it. */
function readEnds({ low, high }: Ends, isPace: boolean): ValueRange | undefined | 'both' | 'order' {
  if (low.trim() === '' && high.trim() === '') return undefined;
  const [from, to] = [parseFigure(low, isPace), parseFigure(high, isPace)];
  if (from === undefined || to === undefined) return 'both';
  return to > from ? [from, to] : 'order';
}

/** Fixed ranges of values of one graph, an axis a line; empty fields leave an axis to what is drawn. */
export function ScaleDialog(props: { graph: GraphPlan; onClose(): void }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { sayings } = useRecordDisplay();
  const { view, layout } = useOpenRecord();
  const { graph, onClose } = props;
  const axes = yAxes.filter((axis) => graph.variables.some((one) => one.axis === axis));
  const isPace = (axis: YAxis) =>
    graph.variables.some((one) => one.axis === axis && sayings.get(one.name)?.isPace === true);
  const [fields, setFields] = useState<{ readonly [A in YAxis]?: Ends }>(() => {
    const endsOf = (axis: YAxis): Ends => {
      const range = graph.fixed?.[axis];
      if (range === undefined) return noEnds;
      const span = range[1] - range[0];
      const text = (value: number) => editableFigure(value, decimalsFor([-span, span]), language, isPace(axis));
      return { low: text(range[0]), high: text(range[1]) };
    };
    return Object.fromEntries(axes.map((axis) => [axis, endsOf(axis)]));
  });
  const set = (ranges: ValueRanges | undefined) => {
    view.setLayout((now) => fixRanges(fixRanges(now, graph.id, undefined), graph.id, ranges));
    onClose();
  };
  const save = () => {
    const read = axes.map((axis) => [axis, readEnds(fields[axis] ?? noEnds, isPace(axis))] as const);
    if (read.some(([, range]) => typeof range === 'string')) return;
    const ranges = read.filter(([, range]) => range !== undefined);
    set(ranges.length === 0 ? undefined : Object.fromEntries(ranges));
  };
  return (
    <FormDialog
      title={t('scale.ask', { number: layout.findIndex(({ id }) => id === graph.id) + 1 })}
      className={styles.fields}
      cancel={t('cancel')}
      save={t('scale.apply')}
      saving={false}
      beside={<Button onClick={() => set(undefined)}>{t('scale.automatic')}</Button>}
      onSave={save}
      onClose={onClose}
    >
      {axes.map((axis) => (
        <AxisFields
          key={axis}
          axis={axis}
          graph={graph}
          isPace={isPace(axis)}
          ends={fields[axis] ?? noEnds}
          onEnds={(ends) => setFields((now) => ({ ...now, [axis]: ends }))}
        />
      ))}
    </FormDialog>
  );
}

/** s; a pace as an example of how one is typed. */
const examplePace = 112.3;

function AxisFields(props: {
  axis: YAxis;
  graph: GraphPlan;
  isPace: boolean;
  ends: Ends;
  onEnds(ends: Ends): void;
}): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { record } = useOpenRecord();
  const { axis, graph, isPace, ends } = props;
  const onAxis = graph.variables.filter((one) => one.axis === axis).map(({ name }) => name);
  const words = onAxis.map((name) => labelOf(name, record.available_data[name], language)).join(', ');
  const unit = printedUnit(record.available_data[onAxis[0] ?? '']?.unit ?? '', language);
  const read = readEnds(ends, isPace);
  const problem = typeof read === 'string' && t(`scale.${read}`);
  const howTyped = isPace && t('scale.pace', { example: formatFigure(examplePace, 1, language, true) });
  return (
    <fieldset className={styles.axis}>
      <legend>
        <b>{axis}</b> {words} {unit}
      </legend>
      {(['low', 'high'] as const).map((end) => (
        <TextField
          key={end}
          label={t(`scale.${end}`)}
          value={ends[end]}
          error={problem !== false}
          helperText={end === 'low' && [problem, howTyped || (!problem && t('scale.empty'))].filter(Boolean).join('. ')}
          onChange={(event) => props.onEnds({ ...ends, [end]: event.target.value })}
        />
      ))}
    </fieldset>
  );
}
