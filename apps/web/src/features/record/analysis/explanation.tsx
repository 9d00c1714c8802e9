import type { AnalysisAbout, AnalysisOutcome } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import { formatChrono } from '../../../ui/chrono.ts';
import { formatNumber } from '../../../ui/format-number.ts';
import { printedUnit } from '../../../ui/printed-unit.ts';
import { decimalsOf } from '../../../ui/typed-number.ts';
import { useOpenRecord } from '../open-record.ts';
import styles from './analysis.module.css';
import { HowComputed } from './how-computed.tsx';
import { MethodSpread } from './method-spread.tsx';
import { MovedEdges } from './moved-edge.tsx';
import { ParameterSource } from './parameter-source.tsx';

interface Props {
  readonly about: AnalysisAbout;
  readonly outcome: AnalysisOutcome;
  /** Of the number. */
  readonly id: string;
  readonly output: AnalysisAbout['outputs'][string];
}

/** What a number is, how it was found, and by which parameters, each with its source. */
export function Explanation({ about, outcome, id, output }: Props): ReactNode {
  const { t } = useTranslation('record');
  const { analysis } = useOpenRecord();
  const language = useAppearance((appearance) => appearance.language);
  // An edge that nobody moved is found by the rule: the list of edges has its time.
  const isTold = ([name, { source }]: readonly [string, { readonly source: string }]) =>
    about.parameters[name]?.edge === undefined || source === 'moved';
  const notes = [
    output.better && t(`analysis.better_${output.better}`),
    output.frame && t(`analysis.frame_${output.frame}`),
  ].filter(Boolean);
  return (
    <div className={styles.explanation}>
      <p>{inPageLanguage(output.about)}</p>
      {notes.length > 0 && <p className={styles.quiet}>{notes.join(' · ')}</p>}
      <HowComputed about={about} outcome={outcome} id={id} step={analysis.step} />
      <h3>{t('analysis.method')}</h3>
      <dl>
        <div>
          <dt>{t('analysis.how')}</dt>
          <dd>{inPageLanguage(output.method)}</dd>
        </div>
        <div>
          <dt>{t('analysis.source')}</dt>
          <dd>{output.source}</dd>
        </div>
        {Object.entries(outcome.inputs).map(([role, variable]) => (
          <div key={role}>
            <dt>{inPageLanguage(about.inputs[role]?.name ?? { fr: role, en: role })}</dt>
            <dd>{variable}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('analysis.parameters')}</h3>
      <dl>
        {Object.entries(outcome.parameters)
          .filter(isTold)
          .map(([name, { value, unit, source }]) => (
            <div key={name}>
              <dt>{inPageLanguage(about.parameters[name]?.name ?? { fr: name, en: name })}</dt>
              <dd>
                {typeof value === 'number' ? (
                  <>
                    {formatNumber(value, decimalsOf(value), language)} {printedUnit(unit, language)}
                  </>
                ) : (
                  (value ?? t('analysis.notGiven'))
                )}{' '}
                <ParameterSource source={source} />
              </dd>
            </div>
          ))}
      </dl>
      <MovedEdges about={about} outcome={outcome} id={id} />
      <MethodSpread about={about} id={id} shown={outcome.values[id]?.value ?? null} />
      <p className={styles.version}>
        {t('analysis.version', {
          id: outcome.analysis,
          version: outcome.version,
          signals: outcome.signals_version,
          from: formatChrono(outcome.t0),
          to: formatChrono(outcome.t1),
        })}
      </p>
    </div>
  );
}
