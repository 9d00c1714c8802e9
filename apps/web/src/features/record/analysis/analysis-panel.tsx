import { mdiAlertOutline, mdiCloseOctagonOutline } from '@mdi/js';
import type { AnalysisAbout, AnalysisOutcome, Language } from '@sillage/contract';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import { FigurePlot } from '../../../charts/figure-plot.tsx';
import { formatChrono } from '../../../ui/chrono.ts';
import { formatNumber } from '../../../ui/format-number.ts';
import { formatQuantity } from '../../../ui/format-quantity.ts';
import { Icon } from '../../../ui/icon.tsx';
import { printedUnit } from '../../../ui/printed-unit.ts';
import { useOpenRecord } from '../open-record.ts';
import { AboutAnalysis } from './about-analysis.tsx';
import styles from './analysis.module.css';
import { AnalysisChoices } from './analysis-choices.tsx';
import { ProfileFigures } from './earlier-profile.tsx';
import { EdgeList } from './edge-list.tsx';
import { Explanation } from './explanation.tsx';
import { KeptResultList } from './kept-results.tsx';
import { MountingDecision, MountingNotice } from './mounting-decision.tsx';
import { ProfileTrials } from './profile-trials.tsx';

/** What a test or sport says of the record: its numbers, each with its method, and its phases on the curves. */
export function AnalysisPanel(props: { onShowCurves?: (() => void) | undefined }): ReactNode {
  const { t } = useTranslation('record');
  const { analysis } = useOpenRecord();
  const { show, about, outcome, offered, problem } = analysis;
  // Where the curves are another tab, its phases stay on them.
  const staysOnCurves = props.onShowCurves !== undefined;
  useEffect(() => {
    show(true);
    return () => {
      if (!staysOnCurves) show(false);
    };
  }, [show, staysOnCurves]);
  return (
    <div className={styles.panel}>
      <h2 className="visually-hidden">{t('analysis.title')}</h2>
      <AnalysisChoices />
      <div className={styles.results} aria-busy={analysis.isRunning}>
        <MountingNotice />
        {offered !== undefined && about === undefined && <p className={styles.quiet}>{t('analysis.none')}</p>}
        {about && (
          <>
            <p className={styles.quiet}>{inPageLanguage(about.about)}</p>
            <AboutAnalysis key={about.id} about={about} />
          </>
        )}
        {problem !== undefined && (
          <p role="alert" className={styles.warning}>
            {problem}
          </p>
        )}
        {about && outcome && problem === undefined && (
          <>
            {about.has_trials && <ProfileTrials trials={outcome.trials} />}
            <Outcome about={about} outcome={outcome} onShowCurves={props.onShowCurves} />
            <KeptResultList />
          </>
        )}
        {analysis.canRun && outcome === undefined && problem === undefined && (
          <p className={styles.quiet} role="status">
            {t('analysis.running')}
          </p>
        )}
      </div>
    </div>
  );
}

interface OutcomeProps {
  readonly about: AnalysisAbout;
  readonly outcome: AnalysisOutcome;
  onShowCurves?: (() => void) | undefined;
}

function Outcome({ about, outcome, onShowCurves }: OutcomeProps): ReactNode {
  const { t } = useTranslation('record');
  const { analysis } = useOpenRecord();
  const { explained, explain } = analysis;
  if (outcome.refused !== null) {
    return (
      <div className={styles.refused} role="status">
        <b>
          <Icon path={mdiCloseOctagonOutline} size={18} /> {t('analysis.refused')}
        </b>
        <p>{inPageLanguage(outcome.refused.message)}</p>
        <code>{outcome.refused.code}</code>
        <EdgeList onShowCurves={onShowCurves} />
      </div>
    );
  }
  return (
    <>
      {outcome.warnings.map(({ code, message }) => (
        <p key={code} className={styles.warning}>
          <Icon path={mdiAlertOutline} size={18} /> {inPageLanguage(message)}
        </p>
      ))}
      <ul className={styles.values}>
        {Object.keys(about.outputs).map((id, i) => (
          <Value
            key={id}
            id={id}
            isFirst={i === 0}
            about={about}
            outcome={outcome}
            isOpen={explained === id}
            onTurn={() => explain(explained === id ? undefined : id)}
          />
        ))}
      </ul>
      {outcome.correction && <MountingDecision outcome={outcome} correction={outcome.correction} />}
      <EdgeList onShowCurves={onShowCurves} />
      {about.has_trials && <ProfileFigures about={about} outcome={outcome} />}
      {!about.has_trials && outcome.figures.length > 0 && (
        <section aria-label={t('analysis.figures')}>
          {outcome.figures.map((figure) => (
            <FigurePlot key={figure.id} figure={figure} />
          ))}
        </section>
      )}
      {outcome.phases.length > 0 && <Phases phases={outcome.phases} onShowCurves={onShowCurves} />}
    </>
  );
}

interface ValueProps {
  readonly id: string;
  readonly isFirst: boolean;
  readonly about: AnalysisAbout;
  readonly outcome: AnalysisOutcome;
  readonly isOpen: boolean;
  onTurn(): void;
}

function Value({ id, isFirst, about, outcome, isOpen, onTurn }: ValueProps): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const panel = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [output, value] = [about.outputs[id], outcome.values[id]];
  if (output === undefined || value === undefined) return null;
  const name = inPageLanguage(output.name);
  return (
    <li
      className={styles.value}
      data-first={isFirst}
      data-open={isOpen}
      onKeyDown={(event) => {
        if (!isOpen || event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onTurn();
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={panel}
        title={t('analysis.explain', { name })}
        onClick={onTurn}
      >
        <span className={styles.name}>{name}</span>
        <span className={styles.number}>
          {isLong(value) ? (
            <b>{formatChrono(value.value, Math.min(output.decimals, 3))}</b>
          ) : (
            <>
              <b>{formatQuantity(value.value, output, language)}</b>{' '}
              <small>{value.value === null || value.unit === '1' ? '' : printedUnit(value.unit, language)}</small>
            </>
          )}
        </span>
        {value.reason && <span className={styles.reason}>{inPageLanguage(value.reason.message)}</span>}
      </button>
      <div id={panel} hidden={!isOpen}>
        {isOpen && <Explanation about={about} outcome={outcome} id={id} output={output} />}
      </div>
    </li>
  );
}

/** Strokes of a session are thousands: the curves show them, a list does not. */
const mostListed = 40;

function Phases(props: { phases: AnalysisOutcome['phases']; onShowCurves?: (() => void) | undefined }): ReactNode {
  const { t } = useTranslation('record');
  const { view, analysis } = useOpenRecord();
  const language = useAppearance((appearance) => appearance.language);
  return (
    <section className={styles.phases} aria-label={t('analysis.phases')}>
      <h3>{t('analysis.phases')}</h3>
      <ul>
        {props.phases.slice(0, mostListed).map(({ label, t0, t1 }, i) => {
          const name = inPageLanguage(label);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: phases are what they are by their order
            <li key={i}>
              <button
                type="button"
                className={styles.phase}
                aria-pressed={analysis.activePhase === i}
                title={t('analysis.seePhase', { name })}
                onClick={() => {
                  analysis.pointAt(i);
                  view.look(view.x.ofTimes(around(t0, t1, view.x.timeExtent)));
                  props.onShowCurves?.();
                }}
              >
                <span>{name}</span>
                <span className={styles.quiet}>{formatChrono(t0)}</span>
                <span>{lengthOf(t1 - t0, language)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** s from which a time is read as minutes. */
const longSeconds = 120;

function isLong(value: AnalysisOutcome['values'][string]): value is typeof value & { value: number } {
  return value.unit === 's' && value.value !== null && value.value >= longSeconds;
}

const lengthOf = (seconds: number, language: Language) =>
  seconds >= longSeconds ? formatChrono(seconds, 0) : `${formatNumber(seconds, 3, language)} s`;

/** A phase with half of its length on either side. */
function around(t0: number, t1: number, extent: { from: number; to: number }) {
  const room = (t1 - t0) / 2;
  return { from: Math.max(extent.from, t0 - room), to: Math.min(extent.to, t1 + room) };
}
