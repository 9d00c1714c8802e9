import type { Record, Selection } from '@sillage/contract';
import { useEffect, useMemo, useState } from 'react';
import { useAppearance } from '../../base/appearance.ts';
import { decimalsFor } from '../../charts/curve.ts';
import type { TimeWindow } from '../../charts/time-window.ts';
import { labelOf } from '../../records/label-of-variable.ts';
import { printedUnit } from '../../ui/printed-unit.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { useChosenFigures } from './chosen-figures.ts';
import { type Layout, placedNames } from './graph-layout.ts';
import { useRecordDisplay } from './record-display.ts';
import { type StatisticsTable, useLandmarks, useStatistics, useStatisticsOf } from './statistics-queries.ts';
import { type RecordViewState, rangeOfCursors } from './use-record-view.ts';
import type { SelectionActions } from './use-selection-actions.ts';
import { decimalsByVariable } from './variable-decimals.ts';
import { type Landmarks, ofLandmarks } from './window-figures.ts';

/** A column of the table: what is visible, what lies between the cursors, or a selection. */
export interface StatisticsColumn {
  readonly key: string;
  readonly of: 'visible' | 'cursors' | 'selection';
  readonly selection: Selection | undefined;
  readonly window: TimeWindow;
  readonly rows: StatisticsTable | undefined;
  /** By variable; undefined while no figure needs them. */
  readonly landmarks: ReadonlyMap<string, Landmarks | undefined> | undefined;
}

export interface StatisticsVariable {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly decimals: number;
  /** Its figures are s of a pace. */
  readonly isPace: boolean;
}

/** ms that window and cursor rest before their statistics are asked for. */
const restMilliseconds = 300;

export interface StatisticsOfView {
  readonly columns: readonly StatisticsColumn[];
  readonly variables: readonly StatisticsVariable[];
  /** By variable. */
  readonly decimals: ReadonlyMap<string, number>;
}

/** Columns and lines of the statistics table: what is visible, what lies between the cursors, then each selection. */
export function useStatisticsColumns(
  record: Record,
  view: RecordViewState,
  actions: SelectionActions,
  layout: Layout,
): StatisticsOfView {
  const language = useAppearance((appearance) => appearance.language);
  const visible = useSettled(view.history.present, restMilliseconds);
  const cursors = useRestingCursors(view);
  const display = useRecordDisplay();
  const names = placedNames(layout);
  const wanted: Omit<StatisticsColumn, 'rows' | 'landmarks'>[] = [
    { key: 'visible', of: 'visible', selection: undefined, window: visible },
    ...(cursors ? [{ key: 'cursors', of: 'cursors' as const, selection: undefined, window: cursors }] : []),
    ...actions.selections.map((selection) => ({
      key: String(selection.id),
      of: 'selection' as const,
      selection,
      window: { from: selection.t0, to: selection.t1 },
    })),
  ];
  const windows = wanted.map(({ window }) => window);
  const needsMedian = useChosenFigures(({ chosen }) => chosen.includes('median'));
  const tables = useStatistics(record, windows, names, needsMedian);
  const needsLandmarks = useChosenFigures(({ chosen }) => chosen.some((name) => ofLandmarks.has(name)));
  const landmarks = useLandmarks(record, windows, names, needsLandmarks);
  const whole = useStatisticsOf(record, view.x.timeExtent, names);
  const decimals = useMemo(() => decimalsByVariable(whole, record.available_data), [whole, record]);
  const variables = names.map((name) => {
    const variable = record.available_data[name];
    const unit = printedUnit(variable?.unit ?? '', language);
    return {
      name,
      label: labelOf(name, variable, language),
      unit,
      decimals: display.decimals ?? decimals.get(name) ?? decimalsFor(undefined),
      isPace: display.sayings.get(name)?.isPace === true,
    };
  });
  const columns = wanted.map((column, index) => ({ ...column, rows: tables[index], landmarks: landmarks[index] }));
  return { columns, variables, decimals };
}

/** What lies between the mark and the cursor, once the cursor rests. */
function useRestingCursors({ x, cursor, mark }: RecordViewState): TimeWindow | undefined {
  const [range, setRange] = useState<TimeWindow>();
  useEffect(() => {
    const look = () => {
      const between = rangeOfCursors(mark, cursor.time);
      setRange(between && x.times(between));
    };
    look();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = cursor.subscribe(() => {
      clearTimeout(timer);
      if (mark !== undefined) timer = setTimeout(look, restMilliseconds);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [x, cursor, mark]);
  return mark === undefined ? undefined : range;
}
