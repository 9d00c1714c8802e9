import type { Judgement, Trial } from '@sillage/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { inPageLanguage } from '../../base/notify.ts';
import { localeOfDates } from '../../base/use-format-date.ts';
import { withUnit } from '../../records/change-verdict.tsx';
import type { ShownOutput } from '../../records/shown-outputs.ts';
import { formatQuantity } from '../../ui/format-quantity.ts';
import { printedUnit } from '../../ui/printed-unit.ts';
import styles from './last-day.module.css';
import { dayText } from './trend-row.tsx';

interface Props {
  readonly trials: readonly Trial[];
  readonly day: string | undefined;
  readonly outputs: readonly ShownOutput[];
  /** What the verdict is about. */
  readonly output: ShownOutput;
  readonly judgement: Judgement | undefined;
}

/** Trials of the last day, those that do not count, and what the verdict stands on. */
export function LastDay({ trials, day, outputs, output, judgement }: Props): ReactNode {
  const { t } = useTranslation('athlete');
  const language = useAppearance((appearance) => appearance.language);
  const last = trials.filter((trial) => trial.day === day);
  const left = trials.filter(({ excluded, refused }) => excluded !== null || refused !== null).toReversed();
  return (
    <aside className={styles.side} aria-label={t('lastDay.label')}>
      <h2>{last[0] === undefined ? t('lastDay.label') : t('lastDay.title', { day: dayText(last[0], language) })}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('lastDay.trial')}</th>
            {outputs.map(({ id, name, unit }) => (
              <th key={id} scope="col">
                {inPageLanguage(name)}
                {unit !== '1' && `, ${printedUnit(unit, language)}`}
              </th>
            ))}
            <th scope="col">{t('lastDay.validity')}</th>
          </tr>
        </thead>
        <tbody>
          {last.map((trial) => (
            <tr key={trial.result_id} data-out={trial.excluded !== null || trial.refused !== null}>
              <td>
                <Link to="/records/$recordId" params={{ recordId: String(trial.record_id) }} title={trial.basename}>
                  {new Date(trial.timestamp).toLocaleTimeString(localeOfDates(language), {
                    timeStyle: 'short',
                    timeZone: trial.timezone,
                  })}
                </Link>
              </td>
              {outputs.map(({ id, unit, decimals }) => (
                <td key={id}>{formatQuantity(trial.values[id], { unit, decimals }, language)}</td>
              ))}
              <td>{validity(trial, t)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {left.length > 0 && (
        <section>
          <h2>
            {t('out.title')} <small>{t('out.count', { count: left.length })}</small>
          </h2>
          <ul>
            {left.slice(0, 30).map(({ result_id, record_id, timestamp, timezone, excluded, refused }) => (
              <li key={result_id}>
                <Link to="/records/$recordId" params={{ recordId: String(record_id) }}>
                  {excluded?.reason ?? inPageLanguage(refused?.message ?? { fr: '', en: '' })}
                </Link>
                <small>
                  {[dayText({ timestamp, timezone }, language), excluded?.user_name ?? t('out.byItself')]
                    .filter(Boolean)
                    .join(', ')}
                </small>
              </li>
            ))}
          </ul>
        </section>
      )}
      {judgement && <Grounds judgement={judgement} output={output} />}
    </aside>
  );
}

function validity({ refused, excluded, warnings }: Trial, t: (key: string) => string): string {
  if (refused !== null) return t('validity.refused');
  if (excluded !== null) return t('validity.excluded');
  return t(warnings.length > 0 ? 'validity.check' : 'validity.valid');
}

function Grounds({ judgement, output }: { judgement: Judgement; output: ShownOutput }): ReactNode {
  const { t } = useTranslation('athlete');
  const language = useAppearance((appearance) => appearance.language);
  const said = (value: number) => withUnit(value, output, language);
  const { typical_error, mdc90, reference, method_spread, swc, n } = judgement;
  return (
    <section>
      <h2>
        {t('grounds.title')} <small>{inPageLanguage(output.name)}</small>
      </h2>
      <dl>
        <div>
          <dt>
            {t('grounds.typicalError')}
            <small>
              {typical_error === null
                ? t('grounds.tooFew', { count: n })
                : t(`grounds.between_${typical_error.between}`, {
                    low: said(typical_error.low),
                    high: said(typical_error.high),
                  })}
            </small>
          </dt>
          <dd>{typical_error === null ? '–' : said(typical_error.value)}</dd>
        </div>
        <div>
          <dt>
            {t('grounds.mdc')}
            <small>{t('grounds.mdcHow')}</small>
          </dt>
          <dd>{mdc90 === null ? '–' : said(mdc90)}</dd>
        </div>
        <div>
          <dt>
            {t('grounds.swc')}
            <small>{t(swc === null ? 'grounds.swcTooFew' : 'grounds.swcHow')}</small>
          </dt>
          <dd>{swc === null ? '–' : said(swc)}</dd>
        </div>
        {method_spread !== null && (
          <div>
            <dt>
              {t('grounds.methods')}
              <small>{t('grounds.methodsHow')}</small>
            </dt>
            <dd>{said(method_spread)}</dd>
          </div>
        )}
        <div>
          <dt>
            {t('grounds.reference')}
            <small>{t('grounds.referenceHow')}</small>
          </dt>
          <dd>{reference === null ? '–' : said(reference)}</dd>
        </div>
      </dl>
      <p>{t('grounds.silent')}</p>
    </section>
  );
}
