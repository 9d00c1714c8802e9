import type { TeamResults } from '@sillage/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { inPageLanguage } from '../../base/notify.ts';
import { VerdictWord, withUnit } from '../../records/change-verdict.tsx';
import type { ShownOutput } from '../../records/shown-outputs.ts';
import { formatQuantity } from '../../ui/format-quantity.ts';
import { printedUnit } from '../../ui/printed-unit.ts';
import styles from './team.module.css';

interface Props {
  readonly team: TeamResults;
  readonly outputs: readonly ShownOutput[];
}

/** Everybody of the group by name; who has no number keeps a row, with the reason. */
export function TeamTable({ team, outputs }: Props): ReactNode {
  const { t } = useTranslation('athlete');
  const language = useAppearance((appearance) => appearance.language);
  const [first] = outputs;
  return (
    <div className={styles.scroll}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('team.athlete')}</th>
            {outputs.map(({ id, name, unit }) => (
              <th key={id} scope="col">
                {inPageLanguage(name)}
                {unit !== '1' && `, ${printedUnit(unit, language)}`}
              </th>
            ))}
            <th scope="col">{t('team.change')}</th>
            <th scope="col">{t('team.verdict')}</th>
            <th scope="col">{t('team.trials')}</th>
          </tr>
        </thead>
        <tbody>
          {team.rows.map(({ user, state, values, refused, trials, judged }) => {
            const judgement = first && judged[first.id];
            const change =
              judgement?.latest != null && judgement.reference != null
                ? judgement.latest - judgement.reference
                : undefined;
            return (
              <tr key={user.id} data-state={state}>
                <th scope="row">
                  <Link
                    to="/athletes/$userId"
                    params={{ userId: String(user.id) }}
                    search={{ analysis: team.analysis.id }}
                  >
                    {`${user.firstname} ${user.lastname}`.trim()}
                  </Link>
                </th>
                {state === 'tested' ? (
                  <>
                    {outputs.map(({ id, decimals, unit }) => (
                      <td key={id}>
                        {formatQuantity(values[id], { unit, decimals }, language)}
                        {unit !== '1' && <small className={styles.unit}> {printedUnit(unit, language)}</small>}
                      </td>
                    ))}
                    <td>
                      {change === undefined || !first
                        ? '–'
                        : `${change > 0 ? '+' : ''}${withUnit(change, first, language)}`}
                    </td>
                    <td className={styles.left}>{judgement && <VerdictWord judgement={judgement} />}</td>
                  </>
                ) : (
                  <td className={styles.left} colSpan={outputs.length + 2}>
                    {state === 'refused' ? (
                      <>
                        <b>⊗ {t('validity.refused')}</b> {inPageLanguage(refused?.message ?? { fr: '', en: '' })}
                      </>
                    ) : (
                      `⊖ ${t('team.notTested')}`
                    )}
                  </td>
                )}
                <td>{trials}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
