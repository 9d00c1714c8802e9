import { mdiClose } from '@mdi/js';
import { type AnsweredTrial, api, type LoadedTrial } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';
import { formatNumber } from '../../../ui/format-number.ts';
import { Icon } from '../../../ui/icon.tsx';
import { printedUnit } from '../../../ui/printed-unit.ts';
import { decimalsOf, readTypedNumber, typedNumber } from '../../../ui/typed-number.ts';
import { useOpenRecord } from '../open-record.ts';
import styles from './profile-trials.module.css';
import { loadedTrialOf } from './use-kept-results.ts';

/** kg */
const mostLoad = 400;

/** s; trials of one record do not overlap. */
const sameWithin = 0.01;

const isSame = (one: LoadedTrial, other: { readonly record_id: number; readonly t0: number }): boolean =>
  one.record_id === other.record_id && Math.abs((one.t0 ?? 0) - other.t0) < sameWithin;

/** Trials of a profile: what was found of each, and its load, which can be said here. */
export function ProfileTrials({ trials }: { trials: readonly AnsweredTrial[] }): ReactNode {
  const { t } = useTranslation('record');
  const { analysis } = useOpenRecord();
  // Loads that were said since are not in the answer yet.
  const all = analysis.choice.trials ?? trials.map(loadedTrialOf);
  const say = (said: readonly LoadedTrial[]) => analysis.choose({ trials: said.length === 0 ? undefined : said });
  return (
    <section className={styles.trials} aria-label={t('analysis.trials.title')}>
      <h3>{t('analysis.trials.title')}</h3>
      {trials.length === 0 ? (
        <p>{t('analysis.trials.none')}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('analysis.trials.trial')}</th>
              <th scope="col">{t('analysis.trials.load')}</th>
              <th scope="col">{t('analysis.trials.height')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {trials.map((trial) => (
              <TrialRow
                key={`${trial.record_id} ${trial.t0}`}
                trial={trial}
                onLoad={(load_kg) => say(all.map((one) => (isSame(one, trial) ? { ...one, load_kg } : one)))}
                onRemove={() => say(all.filter((one) => !isSame(one, trial)))}
              />
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.deeds}>
        <MoreTrials all={all} onAdd={(one) => say([...all, one])} />
        {analysis.choice.trials !== undefined && (
          <button type="button" className={styles.deed} onClick={() => say([])}>
            {t('analysis.trials.asFound')}
          </button>
        )}
      </div>
    </section>
  );
}

interface RowProps {
  readonly trial: AnsweredTrial;
  onLoad(kilograms: number | null): void;
  onRemove(): void;
}

function TrialRow({ trial, onLoad, onRemove }: RowProps): ReactNode {
  const { t } = useTranslation('record');
  const { record } = useOpenRecord();
  const language = useAppearance((appearance) => appearance.language);
  const { record_id, basename, label, load_kg, height_m, refused } = trial;
  const name = record_id === record.id ? label || t('analysis.whole') : [basename, label].filter(Boolean).join(' · ');
  const why = useId();
  return (
    <>
      <tr data-out={load_kg === null || height_m === null}>
        <th scope="row">{name}</th>
        <td>
          <LoadField key={load_kg} load={load_kg} name={name} onKeep={onLoad} />
        </td>
        <td aria-describedby={refused === null ? undefined : why}>
          {formatNumber(height_m, 3, language)} {height_m === null ? '' : printedUnit('m', language)}
        </td>
        <td>
          <button
            type="button"
            className={styles.remove}
            title={t('analysis.trials.remove', { name })}
            onClick={onRemove}
          >
            <Icon path={mdiClose} size={16} />
            <span className="visually-hidden">{t('analysis.trials.remove', { name })}</span>
          </button>
        </td>
      </tr>
      {refused !== null && (
        <tr className={styles.why}>
          <td colSpan={4} id={why}>
            {inPageLanguage(refused.message)}
          </td>
        </tr>
      )}
    </>
  );
}

/** Empty: not known. Kept when it is left, or by Enter. */
function LoadField(props: { load: number | null; name: string; onKeep(load: number | null): void }): ReactNode {
  const { t } = useTranslation('record');
  const { load, name, onKeep } = props;
  const language = useAppearance((appearance) => appearance.language);
  const shown = load === null ? '' : typedNumber(load, decimalsOf(load), language);
  const [text, setText] = useState(shown);
  const read = readTypedNumber(text);
  const isEmpty = text.trim() === '';
  const isRight = isEmpty || (read !== undefined && read >= 0 && read <= mostLoad);
  return (
    <input
      className={styles.load}
      value={text}
      inputMode="decimal"
      maxLength={8}
      placeholder="kg"
      aria-label={t('analysis.trials.loadOf', { name })}
      aria-invalid={!isRight}
      title={isRight ? undefined : t('analysis.wrongNumber', { least: 0, most: mostLoad })}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => isRight && text !== shown && onKeep(isEmpty ? null : (read ?? null))}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}

/** Jumps of the athlete in other records, the newest first. */
function MoreTrials(props: { all: readonly LoadedTrial[]; onAdd(trial: LoadedTrial): void }): ReactNode {
  const { t } = useTranslation('record');
  const { record } = useOpenRecord();
  const server = useServer();
  const [athlete] = record.users;
  const history = useQuery({
    queryKey: ['athlete-history', athlete?.id, 'sj'],
    queryFn: ({ signal }) =>
      server.call(api.readAthleteHistory, { params: { id: athlete?.id ?? 0 }, query: { analysis: 'sj' }, signal }),
    enabled: athlete !== undefined,
    meta: { quiet: true },
  });
  const others = (history.data?.trials ?? [])
    .filter((trial) => trial.refused === null && !props.all.some((one) => isSame(one, trial)))
    .toReversed();
  if (others.length === 0) return null;
  return (
    <select
      className={styles.choice}
      value=""
      aria-label={t('analysis.trials.add')}
      onChange={(event) => {
        const trial = others.find(({ result_id }) => String(result_id) === event.target.value);
        if (trial) props.onAdd({ record_id: trial.record_id, t0: trial.t0, t1: trial.t1, load_kg: null });
      }}
    >
      <option value="">{t('analysis.trials.add')}</option>
      {others.slice(0, mostOffered).map(({ result_id, basename, day }) => (
        <option key={result_id} value={result_id}>
          {`${day} · ${basename}`}
        </option>
      ))}
    </select>
  );
}

/** A list that is longer is not read. */
const mostOffered = 60;
