import { mdiClose, mdiHandBackLeftOutline } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import { formatNumber } from '../../../ui/format-number.ts';
import { formatQuantity } from '../../../ui/format-quantity.ts';
import { Icon } from '../../../ui/icon.tsx';
import { printedUnit } from '../../../ui/printed-unit.ts';
import { useOpenRecord } from '../open-record.ts';
import { Explanation } from './explanation.tsx';
import styles from './phone-explanation.module.css';

/** px that a finger moves before it is a swipe. */
const leastSwipe = 24;

/** What explains the chosen number, under the curves of a phone: half open, a swipe up or a press for all of it. */
export function PhoneExplanation(): ReactNode {
  const { t } = useTranslation('record');
  const { analysis } = useOpenRecord();
  const language = useAppearance((appearance) => appearance.language);
  const [isWhole, setWhole] = useState(false);
  const touched = useRef<number>(undefined);
  const swiped = useRef(false);
  const { about, outcome, explained } = analysis;
  const output = explained === undefined ? undefined : about?.outputs[explained];
  const found = explained === undefined ? undefined : outcome?.values[explained];
  if (about === undefined || outcome === undefined || explained === undefined) return null;
  if (output === undefined || found === undefined) return null;
  const name = inPageLanguage(output.name);
  function release({ clientY }: PointerEvent) {
    const by = clientY - (touched.current ?? clientY);
    touched.current = undefined;
    swiped.current = Math.abs(by) >= leastSwipe;
    if (by <= -leastSwipe) setWhole(true);
    else if (by >= leastSwipe && isWhole) setWhole(false);
    else if (by >= leastSwipe) analysis.explain(undefined);
  }
  return (
    <>
      <MovedBars />
      <section className={styles.sheet} data-whole={isWhole} aria-label={t('analysis.explained', { name })}>
        <div className={styles.head}>
          <button
            type="button"
            className={styles.handle}
            aria-expanded={isWhole}
            aria-label={t('analysis.wholeExplanation')}
            onPointerDown={(event) => {
              touched.current = event.clientY;
              event.currentTarget.setPointerCapture(event.pointerId);
            }}
            onPointerUp={release}
            onClick={() => {
              if (!swiped.current) setWhole(!isWhole);
              swiped.current = false;
            }}
          >
            <i />
          </button>
          <h2>{name}</h2>
          <span className={styles.value}>
            <b>{formatQuantity(found.value, output, language)}</b>{' '}
            {found.value === null || found.unit === '1' ? '' : printedUnit(found.unit, language)}
          </span>
          <IconButton aria-label={t('analysis.closeExplanation')} onClick={() => analysis.explain(undefined)}>
            <Icon path={mdiClose} />
          </IconButton>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
        <div className={styles.content} tabIndex={0}>
          <Explanation about={about} outcome={outcome} id={explained} output={output} />
        </div>
      </section>
    </>
  );
}

/** Of each edge that was moved: by how much, and the way back. */
function MovedBars(): ReactNode {
  const { t } = useTranslation('record');
  const { analysis } = useOpenRecord();
  const language = useAppearance((appearance) => appearance.language);
  return analysis.edges
    .filter(({ isMoved }) => isMoved)
    .map(({ parameter, label, at, rule }) => (
      <div key={parameter} className={styles.moved}>
        <Icon path={mdiHandBackLeftOutline} size={18} />
        <span>
          {rule === undefined
            ? t('analysis.edge.moved', { name: inPageLanguage(label) })
            : t('analysis.edge.movedOf', {
                name: inPageLanguage(label),
                by: formatNumber((at - rule) * 1000, 0, language),
              })}
        </span>
        <button
          type="button"
          aria-label={`${t('analysis.edge.reset')}\u00a0: ${inPageLanguage(label)}`}
          onClick={() => analysis.moveEdge(parameter, undefined)}
        >
          {t('analysis.edge.toRule')}
        </button>
      </div>
    ));
}
