import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import { formatChrono } from '../../../ui/chrono.ts';
import { formatNumber } from '../../../ui/format-number.ts';
import { useOpenRecord } from '../open-record.ts';
import { aroundEdges } from './analysis-edges.ts';
import styles from './edge-list.module.css';
import { EdgeMover } from './moved-edge.tsx';

/** Each edge, its time, and whether it stands where the rule puts it. */
export function EdgeList(props: { onShowCurves?: (() => void) | undefined }): ReactNode {
  const { t } = useTranslation('record');
  const { analysis, view } = useOpenRecord();
  const language = useAppearance((appearance) => appearance.language);
  const { edges } = analysis;
  if (edges.length === 0) return null;
  const moved = edges.filter(({ isMoved }) => isMoved);
  const byHand = (at: number, rule: number | undefined) => {
    if (rule === undefined) return t('analysis.edge.byHand');
    const milliseconds = (at - rule) * 1000;
    const sign = milliseconds > 0 ? '+' : '';
    return t('analysis.edge.byHandBy', { by: `${sign}${formatNumber(milliseconds, 0, language)} ms` });
  };
  return (
    <section className={styles.edges} aria-label={t('analysis.edge.title')}>
      <h3>
        <span>{t('analysis.edge.title')}</span>
        <Button
          size="small"
          onClick={() => {
            view.look(view.x.ofTimes(aroundEdges(edges, view.x.timeExtent)));
            props.onShowCurves?.();
          }}
        >
          {t('analysis.edge.look')}
        </Button>
        {moved.length > 0 && (
          <Button size="small" onClick={analysis.resetEdges}>
            {t('analysis.edge.resetAll')}
          </Button>
        )}
      </h3>
      <p>{t('analysis.edge.help')}</p>
      <ul>
        {edges.map((edge) => (
          <li key={edge.parameter} data-moved={edge.isMoved}>
            <span>{inPageLanguage(edge.label)}</span>
            <b>{formatChrono(edge.at)}</b>
            <span className={styles.from}>
              {edge.isMoved ? byHand(edge.at, edge.rule) : t('analysis.edge.rule')}
              {edge.isMoved && (
                <small>
                  <EdgeMover edge={edge} />
                </small>
              )}
              {edge.isMoved && (
                <button type="button" onClick={() => analysis.moveEdge(edge.parameter, undefined)}>
                  {t('analysis.edge.reset')}
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
