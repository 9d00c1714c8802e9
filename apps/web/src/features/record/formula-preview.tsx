import { api, computedModule } from '@sillage/contract';
import { leastDecimalsOf } from '@sillage/domain';
import { type CheckedFormula, type FormulaProblem, sayProblem } from '@sillage/signal/formula';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { sentenceOfProblem } from '../../base/say-problem.ts';
import { useServer } from '../../base/services.tsx';
import { strokeOf } from '../../charts/colours.ts';
import { decimalsFor } from '../../charts/curve.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import type { TimeWindow } from '../../charts/time-window.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { formatRate } from '../../ui/format-rate.ts';
import { moduleName } from '../../ui/module-name.ts';
import { printedUnit } from '../../ui/printed-unit.ts';
import styles from './formula-dialog.module.css';
import { timeAxisOf } from './record-axis.ts';

/** Of what is looked at: what ends a little before is shown whole. */
const shownWhole = 0.01;
/** px and points of the curve. */
const [width, height, points] = [520, 72, 800];

/** The curve of a formula that can be computed, its range, and at which times it has its samples. */
export function FormulaPreview(props: {
  recordId: number;
  /** s: what is looked at. */
  window: TimeWindow;
  /** Undefined while it is wrong: the last right one stays. */
  formula: string | undefined;
  /** What is wrong with it; undefined while it is written. */
  problem: FormulaProblem | undefined;
  checked: CheckedFormula | undefined;
  unit: string;
}): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { curves } = useChartTheme();
  const server = useServer();
  const { recordId, window, formula, problem, checked, unit } = props;
  const { data, error, isFetching } = useQuery({
    queryKey: ['records', 'formula', recordId, formula, window.from, window.to],
    queryFn: ({ signal }) => {
      const body = { formula: formula ?? '', maxData: points, start: window.from, end: window.to };
      return server.call(api.previewFormula, { params: { id: recordId }, body, signal });
    },
    enabled: formula !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { quiet: true },
  });
  const values = data?.value.filter((value) => value !== null) ?? [];
  const range = [Math.min(...values), Math.max(...values)] as const;
  const decimals = Math.max(decimalsFor([...range]), leastDecimalsOf('', unit));
  const say = (value: number) => formatNumber(value, decimals, language);
  const axis = timeAxisOf(window);
  const name = (module: string) => moduleName(module, language);
  return (
    <figure className={styles.preview} aria-busy={isFetching}>
      <div className={styles.curve} data-old={formula === undefined}>
        <Sparkline
          values={data?.value ?? null}
          width={width}
          height={height}
          className={styles.line}
          colour={strokeOf(`${computedModule}.`, [], curves)}
        />
        {formula === undefined && data === undefined && (
          <p>{problem === undefined ? t('computed.previewHere') : sayProblem(problem, language)}</p>
        )}
        {data !== undefined && values.length === 0 && <p>{t('computed.noValues')}</p>}
        {error !== null && formula !== undefined && (
          <p role="alert" className={styles.problem}>
            {sentenceOfProblem(error, t('computed.noPreview'))}
          </p>
        )}
      </div>
      <figcaption>
        {values.length > 0 && (
          <span>
            {t('computed.range', { low: say(range[0]), high: say(range[1]) })} {printedUnit(unit, language)}
          </span>
        )}
        {data !== undefined && data.end - data.start < (1 - shownWhole) * (window.to - window.from) && (
          <span>
            {t('computed.stretch', { from: axis.format(data.start, language), to: axis.format(data.end, language) })}
          </span>
        )}
        {checked !== undefined && (
          <span>
            {checked.rateHz === undefined
              ? name(checked.clock)
              : t('computed.clock', { rate: formatRate(checked.rateHz, language), module: name(checked.clock) })}
            {checked.resampled.length > 0 &&
              ` ${t('computed.resampled', { modules: checked.resampled.map(name).join(', ') })}`}
          </span>
        )}
        {formula === undefined && data !== undefined && <span>{t('computed.lastRight')}</span>}
      </figcaption>
    </figure>
  );
}
