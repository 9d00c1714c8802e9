import Button from '@mui/material/Button';
import { leastDecimalsOf } from '@sillage/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import type { TimeWindow } from '../../charts/time-window.ts';
import { labelOf } from '../../records/label-of-variable.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { printedUnit } from '../../ui/printed-unit.ts';
import type { OnAxis } from './compared-graphs.tsx';
import styles from './compared-table.module.css';
import type { ComparedVariable } from './shared-variables.ts';
import { type Figures, type Statistics, useComparedStatistics } from './use-compared-statistics.ts';
import { wayWindow } from './way-window.ts';

/** Statistics of all records side by side, with the difference to the reference. */
export function ComparedTable(props: {
  onAxis: readonly OnAxis[];
  variables: readonly ComparedVariable[];
  window: TimeWindow;
  byDistance: boolean;
  /** Not while curves are awaited. */
  isWanted: boolean;
}): ReactNode {
  const { t } = useTranslation('compare');
  const language = useAppearance((appearance) => appearance.language);
  const { onAxis, variables, window, byDistance } = props;
  const { figures, retry } = useComparedStatistics(onAxis, variables, window, byDistance, props.isWanted);
  const heads = variables.map((variable) => {
    const { about } = variable;
    return {
      variable,
      label: labelOf(`.${variable.name}`, about, language),
      unit: printedUnit(about.unit, language),
      leastDecimals: leastDecimalsOf(variable.name, about.unit),
    };
  });
  const statisticsOf = (place: number, variable: ComparedVariable) =>
    ofVariable(figures[place], variable.of.get(onAxis[place]?.record.id ?? 0));
  const failed = figures.filter(({ state }) => state === 'failed').length;
  const isWaiting = figures.some(({ state }) => state === 'waiting');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={styles.table} aria-label={t('table.label')} aria-busy={isWaiting} tabIndex={0}>
      <table>
        <caption>
          {t('table.caption')}
          {isWaiting && <span className={styles.state}>{t('table.waiting')}</span>}
          {failed > 0 && (
            <span className={styles.failed} role="alert">
              {t('table.failed', { count: failed })}
              <Button size="small" onClick={retry}>
                {t('table.retry')}
              </Button>
            </span>
          )}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('table.record')}</th>
            <th scope="col">{t('table.seen')}</th>
            {heads.map(({ variable, label, unit }) => (
              <th key={variable.name} scope="col">
                {label} <span>{unit}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {onAxis.map((one, place) => {
            const seen = wayWindow(one, window, byDistance);
            return (
              <tr key={one.record.id}>
                <th scope="row">{place + 1}</th>
                <td>{seen === undefined ? '–' : formatChrono(seen.to - seen.from)}</td>
                {heads.map(({ variable, leastDecimals }) => (
                  <td key={variable.name}>
                    <MeanCell
                      state={figures[place]?.state ?? 'none'}
                      leastDecimals={leastDecimals}
                      value={statisticsOf(place, variable)}
                      reference={place === 0 ? undefined : statisticsOf(0, variable)}
                    />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function ofVariable(figures: Figures | undefined, name: string | undefined): Statistics | undefined {
  return figures?.state === 'there' && name !== undefined ? figures.of.get(name) : undefined;
}

const noFigure = { there: '–', none: '–', waiting: '…', failed: '!' } as const;

/** `4,66 ± 0,56 (+0,12)`: the difference is that of the means. */
function MeanCell(props: {
  state: Figures['state'];
  leastDecimals: number;
  value: Statistics | undefined;
  reference: Statistics | undefined;
}): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  const { state, value, reference } = props;
  if (value?.mean == null) return <span className={styles.state}>{noFigure[state]}</span>;
  const few = Math.abs(value.mean) >= 100 ? 0 : Math.abs(value.mean) >= 10 ? 1 : 2;
  const decimals = Math.max(few, props.leastDecimals);
  const difference = reference?.mean == null ? undefined : value.mean - reference.mean;
  return (
    <>
      <b>{formatNumber(value.mean, decimals, language)}</b>{' '}
      <span className={styles.deviation}>± {formatNumber(value.std, decimals, language)}</span>
      {difference !== undefined && (
        <span className={styles.difference}>
          {difference > 0 ? '+' : ''}
          {formatNumber(difference, decimals, language)}
        </span>
      )}
    </>
  );
}
