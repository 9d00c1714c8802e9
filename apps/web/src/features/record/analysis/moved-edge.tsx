import type { AnalysisAbout, AnalysisOutcome } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { useFormatDate } from '../../../base/use-format-date.ts';
import { formatNumber } from '../../../ui/format-number.ts';
import { formatQuantity } from '../../../ui/format-quantity.ts';
import { printedUnit } from '../../../ui/printed-unit.ts';
import { useOpenRecord } from '../open-record.ts';
import type { PhaseEdge } from './analysis-edges.ts';
import styles from './parameter-source.module.css';
import { whoMoved } from './who-moved.ts';

/** Who moved an edge and when, as far as it was kept. */
export function EdgeMover({ edge }: { edge: PhaseEdge }): ReactNode {
  const { t } = useTranslation('record');
  const { analysis } = useOpenRecord();
  const formatDate = useFormatDate('moment');
  const mover = whoMoved(analysis.kept.all, analysis.about?.id, edge);
  if (mover === undefined) return t('analysis.edge.notKept');
  return `${mover.name}, ${formatDate(mover.date)}`;
}

interface Props {
  readonly about: AnalysisAbout;
  readonly outcome: AnalysisOutcome;
  /** Of the number. */
  readonly id: string;
}

/** Of each edge that was moved: who did so, where the rule puts it; and what the number would be by the rules. */
export function MovedEdges({ about, outcome, id }: Props): ReactNode {
  const { t } = useTranslation('record');
  const { analysis } = useOpenRecord();
  const language = useAppearance((appearance) => appearance.language);
  const moved = analysis.edges.filter(({ isMoved }) => isMoved);
  const [output, ruled] = [about.outputs[id], analysis.byRule?.values[id]];
  if (moved.length === 0 || output === undefined) return null;
  const unit = outcome.values[id]?.unit ?? '1';
  const value =
    ruled?.value == null
      ? undefined
      : `${formatQuantity(ruled.value, output, language)}${unit === '1' ? '' : ` ${printedUnit(unit, language)}`}`;
  return (
    <ul className={styles.moved}>
      {moved.map((edge) => (
        <li key={edge.parameter}>
          <span>
            {t('analysis.edge.movedBy', { name: edge.label[language] })} <EdgeMover edge={edge} />
            {edge.rule !== undefined && ` ${t('analysis.edge.ruleAt', { at: formatNumber(edge.rule, 3, language) })}`}
          </span>
          <button type="button" onClick={() => analysis.moveEdge(edge.parameter, undefined)}>
            {t('analysis.edge.reset')}
          </button>
        </li>
      ))}
      {value !== undefined && (
        <li>
          <b>{t('analysis.edge.ruleValue', { value })}</b>
        </li>
      )}
    </ul>
  );
}
