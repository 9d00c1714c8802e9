import { type AnalysisAbout, type AnalysisOutcome, api, type Figure, type Trial } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';
import { useFormatDate } from '../../../base/use-format-date.ts';
import { FigurePlot } from '../../../charts/figure-plot.tsx';
import { formatNumber } from '../../../ui/format-number.ts';
import { printedUnit } from '../../../ui/printed-unit.ts';
import { useOpenRecord } from '../open-record.ts';
import styles from './profile-trials.module.css';

/** Numbers that tell two profiles apart, in this order. */
const compared = ['force0', 'velocity0', 'power', 'slope', 'imbalance'];

interface Props {
  readonly about: AnalysisAbout;
  readonly outcome: AnalysisOutcome;
}

/** The figures of a profile, beside an earlier one of the athlete where one is chosen. */
export function ProfileFigures({ about, outcome }: Props): ReactNode {
  const { t } = useTranslation('record');
  const { record } = useOpenRecord();
  const server = useServer();
  const formatDate = useFormatDate();
  const [chosen, choose] = useState('');
  const [athlete] = record.users;
  const history = useQuery({
    queryKey: ['athlete-history', athlete?.id, about.id],
    queryFn: ({ signal }) =>
      server.call(api.readAthleteHistory, { params: { id: athlete?.id ?? 0 }, query: { analysis: about.id }, signal }),
    enabled: athlete !== undefined,
    meta: { quiet: true },
  });
  const others = (history.data?.trials ?? [])
    .filter(({ refused, excluded }) => refused === null && excluded === null)
    // A profile stands on each record that it is made of.
    .filter(({ record_id, record_ids }) => record_id !== record.id && !record_ids.includes(record.id))
    .toReversed();
  const other = others.find(({ result_id }) => String(result_id) === chosen);
  const nameOf = ({ day, basename }: Trial) => `${formatDate(day)} · ${basename}`;
  return (
    <section aria-label={t('analysis.figures')}>
      {others.length > 0 && (
        <label className={styles.earlier}>
          <span>{t('analysis.earlier.title')}</span>
          <select className={styles.choice} value={chosen} onChange={(event) => choose(event.target.value)}>
            <option value="">{t('analysis.earlier.nothing')}</option>
            {others.map((trial) => (
              <option key={trial.result_id} value={trial.result_id}>
                {nameOf(trial)}
              </option>
            ))}
          </select>
        </label>
      )}
      {other && <Comparison about={about} outcome={outcome} other={other} date={formatDate(other.day)} />}
      {outcome.figures.map((figure) => (
        <FigurePlot key={figure.id} figure={other ? withLine(figure, other, formatDate(other.day)) : figure} />
      ))}
    </section>
  );
}

/** The line of another profile behind what is drawn of this one. */
function withLine(figure: Figure, { values }: Trial, name: string): Figure {
  const [force, velocity] = [values.force0, values.velocity0];
  if (figure.id !== 'forceVelocity' || force == null || velocity == null) return figure;
  const line = { kind: 'line', side: null, high: null, counts: null, shade: null } as const;
  const before = { ...line, name: { fr: name, en: name }, x: [0, velocity], y: [force, 0] };
  return { ...figure, series: [before, ...figure.series] };
}

function Comparison(props: Props & { readonly other: Trial; readonly date: string }): ReactNode {
  const { t } = useTranslation('record');
  const { about, outcome, other, date } = props;
  const language = useAppearance((appearance) => appearance.language);
  const rows = compared.flatMap((id) => {
    const [output, now, then] = [about.outputs[id], outcome.values[id]?.value, other.values[id]];
    return output === undefined || now == null || then == null ? [] : [{ id, output, now, then }];
  });
  return (
    <table className={styles.compared}>
      <caption className="visually-hidden">{t('analysis.earlier.title')}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{date}</th>
          <th scope="col">{t('analysis.earlier.now')}</th>
          <th scope="col">{t('analysis.earlier.by')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, output: { name, unit, decimals }, now, then }) => (
          <tr key={id}>
            <th scope="row">
              {inPageLanguage(name)} <small>{printedUnit(unit, language)}</small>
            </th>
            <td>{formatNumber(then, decimals, language)}</td>
            <td>{formatNumber(now, decimals, language)}</td>
            <td>
              {now > then ? '+' : ''}
              {formatNumber(now - then, decimals, language)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
