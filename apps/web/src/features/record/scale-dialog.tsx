import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { type ValueRanges, type YAxis, yAxes } from '../../charts/y-axes.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { printedUnit } from '../../ui/printed-unit.ts';
import { fixRanges, type GraphPlan } from './graph-layout.ts';
import { useOpenRecord } from './open-record.ts';
import styles from './scale-dialog.module.css';

interface Ends {
  readonly low: string;
  readonly high: string;
}
const noEnds: Ends = { low: '', high: '' };

/** A figure as people write it, with a comma or a point; undefined for none. */
export function parseFigure(text: string): number | undefined {
  const plain = text.trim().replace(',', '.').replace('−', '-');
  const value = plain === '' ? Number.NaN : Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

/** Fixed ranges of values of one graph, an axis a line; empty fields leave an axis to what is drawn. */
export function ScaleDialog(props: { graph: GraphPlan; onClose(): void }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { record, view } = useOpenRecord();
  const { graph, onClose } = props;
  const axes = yAxes.filter((axis) => graph.variables.some((one) => one.axis === axis));
  const [fields, setFields] = useState<{ readonly [A in YAxis]?: Ends }>(() =>
    Object.fromEntries(
      axes.map((axis) => {
        const [low, high] = graph.fixed?.[axis] ?? [];
        return [axis, { low: low === undefined ? '' : String(low), high: high === undefined ? '' : String(high) }];
      }),
    ),
  );
  const rangeOf = (axis: YAxis) => {
    const { low, high } = fields[axis] ?? noEnds;
    const range = [parseFigure(low), parseFigure(high)] as const;
    return range[0] === undefined || range[1] === undefined ? undefined : ([range[0], range[1]] as const);
  };
  const problemOf = (axis: YAxis) => {
    const { low, high } = fields[axis] ?? noEnds;
    if (low.trim() === '' && high.trim() === '') return undefined;
    const range = rangeOf(axis);
    return range === undefined ? t('scale.both') : range[1] > range[0] ? undefined : t('scale.order');
  };
  const set = (ranges: ValueRanges | undefined) => {
    view.setLayout((now) => fixRanges(fixRanges(now, graph.id, undefined), graph.id, ranges));
    onClose();
  };
  const save = () => {
    if (axes.some((axis) => problemOf(axis) !== undefined)) return;
    const ranges = axes.flatMap((axis) => {
      const range = rangeOf(axis);
      return range === undefined ? [] : [[axis, range] as const];
    });
    set(ranges.length === 0 ? undefined : Object.fromEntries(ranges));
  };
  const unitOf = (axis: YAxis) => {
    const name = graph.variables.find((one) => one.axis === axis)?.name ?? '';
    return printedUnit(record.available_data[name]?.unit ?? '', language);
  };
  return (
    <FormDialog
      title={t('scale.title')}
      className={styles.fields}
      cancel={t('cancel')}
      save={t('scale.apply')}
      saving={false}
      beside={<Button onClick={() => set(undefined)}>{t('scale.automatic')}</Button>}
      onSave={save}
      onClose={onClose}
    >
      {axes.map((axis) => (
        <fieldset key={axis} className={styles.axis}>
          <legend>{[axis, unitOf(axis)].filter(Boolean).join(', ')}</legend>
          {(['low', 'high'] as const).map((end) => (
            <TextField
              key={end}
              label={t(`scale.${end}`)}
              value={fields[axis]?.[end] ?? ''}
              error={problemOf(axis) !== undefined}
              helperText={end === 'low' ? problemOf(axis) : undefined}
              onChange={(event) =>
                setFields((now) => ({ ...now, [axis]: { ...(now[axis] ?? noEnds), [end]: event.target.value } }))
              }
            />
          ))}
        </fieldset>
      ))}
    </FormDialog>
  );
}
