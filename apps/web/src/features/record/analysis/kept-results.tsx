import { mdiCheck, mdiClose } from '@mdi/js';
import Button from '@mui/material/Button';
import type { AnalysisAbout, KeptResult } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { useFormatDate } from '../../../base/use-format-date.ts';
import { formatChrono } from '../../../ui/chrono.ts';
import { formatQuantity } from '../../../ui/format-quantity.ts';
import { Icon } from '../../../ui/icon.tsx';
import { printedUnit } from '../../../ui/printed-unit.ts';
import { useOpenRecord } from '../open-record.ts';
import styles from './kept-results.module.css';
import { choiceOf } from './use-kept-results.ts';

/** What is kept of this record: what holds, and what was before; each can be opened, taken out or back, deleted. */
export function KeptResultList(): ReactNode {
  const { t } = useTranslation('record');
  const { analysis, record } = useOpenRecord();
  const { kept, about, outcome } = analysis;
  const own = kept.all.filter((one) => one.analysis === about?.id);
  const [current, former] = [own.filter((one) => one.is_current), own.filter((one) => !one.is_current)];
  if (about === undefined || outcome === undefined) return null;
  const isKept = current.some((one) => isSame(one, outcome));
  const body = { analysis: about.id, ...analysis.asked };
  return (
    <section className={styles.kept} aria-label={t('analysis.kept.title')}>
      <h3>{t('analysis.kept.title')}</h3>
      {current.length === 0 && <p>{t('analysis.kept.none')}</p>}
      <ul>
        {current.map((one) => (
          <Kept key={one.id} result={one} about={about} />
        ))}
      </ul>
      {record.may.edit && !isKept && (
        <Button variant="outlined" size="small" loading={kept.isSaving} onClick={() => kept.keep(body)}>
          {t('analysis.kept.keep')}
        </Button>
      )}
      {former.length > 0 && (
        <details>
          <summary>{t('analysis.kept.former', { count: former.length })}</summary>
          <ul>
            {former.map((one) => (
              <Kept key={one.id} result={one} about={about} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** The same numbers of the same stretch. */
function isSame(kept: KeptResult, { t0, t1, values }: Pick<KeptResult, 't0' | 't1' | 'values'>): boolean {
  const numbers = (all: KeptResult['values']) =>
    JSON.stringify(Object.entries(all).map(([id, { value }]) => [id, value]));
  return kept.t0 === t0 && kept.t1 === t1 && numbers(kept.values) === numbers(values);
}

function Kept({ result, about }: { result: KeptResult; about: AnalysisAbout }): ReactNode {
  const { t } = useTranslation('record');
  const { analysis, record } = useOpenRecord();
  const language = useAppearance((appearance) => appearance.language);
  const [reason, setReason] = useState<string>();
  const { kept } = analysis;
  const formatDate = useFormatDate('moment');
  const [first, output] = Object.entries(about.outputs)[0] ?? [];
  const value = first === undefined ? undefined : result.values[first];
  const who = result.user_name ?? t('analysis.kept.byItself');
  const mayEdit = record.may.edit;
  return (
    <li data-excluded={result.excluded !== null}>
      <button type="button" className={styles.open} onClick={() => analysis.choose(choiceOf(result))}>
        <b>
          {result.refused === null
            ? `${formatQuantity(value?.value, output ?? { unit: '1', decimals: 0 }, language)} ${value?.value == null || value.unit === '1' ? '' : printedUnit(value.unit, language)}`
            : t('analysis.refused')}
        </b>
        <span>{result.is_whole ? t('analysis.whole') : `${formatChrono(result.t0)} → ${formatChrono(result.t1)}`}</span>
        <small>{[result.preset, who, formatDate(result.date)].filter(Boolean).join(' · ')}</small>
      </button>
      {result.excluded && (
        <p className={styles.why}>
          <Icon path={mdiClose} size={16} /> {result.excluded.reason} ({result.excluded.user_name})
        </p>
      )}
      {result.unseen_trials > 0 && (
        <p className={styles.why}>{t('analysis.kept.unseen', { count: result.unseen_trials })}</p>
      )}
      {mayEdit && reason === undefined && (
        <div className={styles.deeds}>
          {result.excluded === null ? (
            <button type="button" onClick={() => setReason('')}>
              {t('analysis.kept.exclude')}
            </button>
          ) : (
            <button type="button" onClick={() => kept.exclude(result, null)}>
              {t('analysis.kept.takeBack')}
            </button>
          )}
          {(result.user_name !== null || !result.is_current) && (
            <button type="button" onClick={() => kept.remove(result)}>
              {t('analysis.kept.delete')}
            </button>
          )}
        </div>
      )}
      {reason !== undefined && (
        <form
          className={styles.reason}
          onSubmit={(event) => {
            event.preventDefault();
            if (reason.trim() === '') return;
            kept.exclude(result, reason);
            setReason(undefined);
          }}
        >
          <input
            // biome-ignore lint/a11y/noAutofocus: it was asked for by the press before it
            autoFocus
            value={reason}
            maxLength={500}
            aria-label={t('analysis.kept.why')}
            placeholder={t('analysis.kept.why')}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && setReason(undefined)}
          />
          <button type="submit" aria-label={t('analysis.kept.exclude')} disabled={reason.trim() === ''}>
            <Icon path={mdiCheck} size={18} />
          </button>
        </form>
      )}
    </li>
  );
}
