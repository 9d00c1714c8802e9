import { api, type VariableStatistics } from '@sillage/contract';
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useAppearance } from '../../base/appearance.ts';
import { useServer } from '../../base/services.tsx';
import type { TimeWindow } from '../../charts/time-window.ts';
import { labelOf } from '../../records/label-of-variable.ts';
import { recordKeys } from '../../records/record-queries.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { printedUnit } from '../../ui/printed-unit.ts';
import { useSettled } from '../../ui/use-settled.ts';
import type { OnAxis } from './compared-graphs.tsx';
import styles from './compared-table.module.css';
import type { ComparedVariable } from './shared-variables.ts';
import { turns } from './use-compared.ts';
import { useLastAnswers } from './use-last-answers.ts';
import { wayWindow } from './way-window.ts';

type Statistics = z.infer<typeof VariableStatistics>;

/** ms that the window rests before raw samples are asked for. */
const restMilliseconds = 300;

/** Of each record its statistics on raw samples of what is seen, by variable; undefined until they are there. */
function useComparedStatistics(
  onAxis: readonly OnAxis[],
  variables: readonly ComparedVariable[],
  window: TimeWindow,
  byDistance: boolean,
  isWanted: boolean,
): readonly (ReadonlyMap<string, Statistics> | undefined)[] {
  const server = useServer();
  const settled = useSettled(window, restMilliseconds);
  const of = onAxis.map((one) => (wayWindow(one, settled, byDistance) ? one.record.id : undefined));
  const answers = useQueries({
    queries: onAxis.map((one) => {
      const names = variables.flatMap(({ of }) => of.get(one.record.id) ?? []).sort();
      const seen = wayWindow(one, settled, byDistance);
      return {
        queryKey: recordKeys.statistics(one.record, { seen, names }),
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          turns(async () => {
            const query = { t0: seen?.from ?? 0, t1: seen?.to ?? 0, variable: names };
            const reply = await server.call(api.readRecordStatistics, { params: { id: one.record.id }, query, signal });
            return new Map(reply.default.data.map((row) => [row.variable, row]));
          }),
        enabled: isWanted && names.length > 0 && seen !== undefined,
        staleTime: Number.POSITIVE_INFINITY,
        meta: { quiet: true },
      };
    }),
    combine: dataOf,
  });
  return useLastAnswers(of, answers);
}

const dataOf = (results: readonly { readonly data: ReadonlyMap<string, Statistics> | undefined }[]) =>
  results.map(({ data }) => ({ data }));

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
  const statistics = useComparedStatistics(onAxis, variables, window, byDistance, props.isWanted);
  const heads = variables.map((variable) => {
    const about = onAxis.map(({ record }) => record.available_data[variable.of.get(record.id) ?? '']).find(Boolean);
    return {
      variable,
      label: labelOf(`.${variable.name}`, about, language),
      unit: printedUnit(about?.unit ?? '', language),
    };
  });
  const statisticsOf = (place: number, variable: ComparedVariable) =>
    statistics[place]?.get(variable.of.get(onAxis[place]?.record.id ?? 0) ?? '');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={styles.table} aria-label={t('table.label')} tabIndex={0}>
      <table>
        <caption>{t('table.caption')}</caption>
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
                {heads.map(({ variable }) => (
                  <td key={variable.name}>
                    <MeanCell
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

/** `4,66 ± 0,56 (+0,12)`: the difference is that of the means. */
function MeanCell(props: { value: Statistics | undefined; reference: Statistics | undefined }): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  const { value, reference } = props;
  if (value?.mean == null) return '–';
  const decimals = Math.abs(value.mean) >= 100 ? 0 : Math.abs(value.mean) >= 10 ? 1 : 2;
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
