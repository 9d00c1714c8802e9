import type { AnalysisAbout, AnalysisOutcome } from '@sillage/contract';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import { formatChrono } from '../../../ui/chrono.ts';
import { decimalsOf, readTypedNumber, typedNumber } from '../../../ui/typed-number.ts';
import { withoutChannels } from '../computed-channels.ts';
import { useOpenRecord } from '../open-record.ts';
import styles from './analysis.module.css';
import type { AnalysedPart } from './analysis-choice.ts';
import { HouseRules } from './house-rules.tsx';
import { ParameterSource } from './parameter-source.tsx';

/** Which analysis, of what part of the record, and by which published rules. */
export function AnalysisChoices(): ReactNode {
  const { t } = useTranslation('record');
  const { analysis } = useOpenRecord();
  const { offered = [], about, choice, choose } = analysis;
  const [fitting, others] = [offered.filter(({ fits }) => fits), offered.filter(({ fits }) => !fits)];
  const option = ({ id, name }: AnalysisAbout) => (
    <option key={id} value={id}>
      {inPageLanguage(name)}
    </option>
  );
  return (
    <div className={styles.choices}>
      <label>
        <span>{t('analysis.choose')}</span>
        <select value={about?.id ?? ''} onChange={(event) => choose({ analysis: event.target.value })}>
          {about === undefined && <option value="">–</option>}
          {fitting.length > 0 && <optgroup label={t('analysis.fitting')}>{fitting.map(option)}</optgroup>}
          {others.length > 0 && <optgroup label={t('analysis.others')}>{others.map(option)}</optgroup>}
        </select>
      </label>
      {!about?.has_trials && <PartField />}
      {about && about.presets.length > 0 && (
        <label>
          <span>{t('analysis.preset')}</span>
          <select
            value={choice.preset ?? ''}
            onChange={(event) => choose({ preset: event.target.value || undefined, parameters: {} })}
          >
            <option value="">{t('analysis.ownRules')}</option>
            {about.presets.map(({ name, source }) => (
              <option key={name} value={name}>
                {source}
              </option>
            ))}
          </select>
        </label>
      )}
      {about && <InputFields key={about.id} about={about} />}
      {about && analysis.canRun && <ParameterFields about={about} />}
    </div>
  );
}

/** What of the record is analysed. */
function PartField(): ReactNode {
  const { t } = useTranslation('record');
  const { analysis, selections } = useOpenRecord();
  const { choice, choose } = analysis;
  return (
    <label>
      <span>{t('analysis.where')}</span>
      <select
        value={typeof choice.part === 'object' ? 'kept' : choice.part}
        onChange={(event) => choose({ part: partOf(event.target.value) })}
      >
        {typeof choice.part === 'object' && (
          <option value="kept">{`${formatChrono(choice.part.t0)} → ${formatChrono(choice.part.t1)}`}</option>
        )}
        <option value="whole">{t('analysis.whole')}</option>
        <option value="shown">{t('analysis.shown')}</option>
        {selections.selections.map(({ id, num, exercise }) => (
          <option key={id} value={id}>
            {`S${num} ${exercise ?? ''}`.trim()}
          </option>
        ))}
      </select>
    </label>
  );
}

function partOf(value: string): AnalysedPart {
  return value === 'whole' || value === 'shown' ? value : Number(value);
}

/** Which variable has which role: folded where all were found by their names. */
function InputFields({ about }: { about: AnalysisAbout }): ReactNode {
  const { t } = useTranslation('record');
  const { analysis, record } = useOpenRecord();
  const { inputs } = analysis.choice;
  const names = Object.keys(withoutChannels(record).available_data);
  return (
    <details className={styles.parameters} open={!about.fits}>
      <summary>{t('analysis.inputs')}</summary>
      {Object.entries(about.inputs).map(([role, { name, unit, optional, variable }]) => (
        <VariableField
          key={role}
          label={`${inPageLanguage(name)} (${unit})`}
          value={inputs[role] ?? variable ?? ''}
          isWanted={!optional}
          names={names}
          onKeep={(chosen) => analysis.choose({ inputs: { ...inputs, [role]: chosen } })}
        />
      ))}
    </details>
  );
}

interface VariableFieldProps {
  readonly label: string;
  /** Empty: none. */
  readonly value: string;
  readonly isWanted: boolean;
  readonly names: readonly string[];
  onKeep(variable: string): void;
}

function VariableField({ label, value, isWanted, names, onKeep }: VariableFieldProps): ReactNode {
  const { t } = useTranslation('record');
  const id = useId();
  return (
    <div className={styles.parameter}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-invalid={isWanted && value === ''}
        onChange={(event) => onKeep(event.target.value)}
      >
        <option value="">{t(isWanted ? 'analysis.missing' : 'analysis.noVariable')}</option>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </div>
  );
}

/** What can be said otherwise; folded, because it seldom is. */
function ParameterFields({ about }: { about: AnalysisAbout }): ReactNode {
  const { t } = useTranslation('record');
  const { analysis } = useOpenRecord();
  const { choice, choose, outcome } = analysis;
  const said = (name: string) => choice.parameters[name] ?? outcome?.parameters[name]?.value ?? null;
  const keep = (name: string, value: number | string | undefined) => {
    const { [name]: _, ...others } = choice.parameters;
    choose({ parameters: value === undefined ? others : { ...others, [name]: value } });
  };
  const isChanged = Object.keys(choice.parameters).length > 0;
  const isWanted = outcome?.refused?.code === 'parameterMissing';
  // Edges are moved on the curves.
  const fields = Object.entries(about.parameters).filter(([, { edge }]) => edge === undefined);
  return (
    <details className={styles.parameters} open={isWanted}>
      <summary>{t('analysis.change')}</summary>
      {fields.map(([name, rule]) => (
        <ParameterField
          key={name}
          rule={rule}
          value={said(name)}
          source={outcome?.parameters[name]?.source}
          onKeep={(value) => keep(name, value)}
        />
      ))}
      {isChanged && (
        <button type="button" onClick={() => choose({ parameters: {} })}>
          {t('analysis.reset')}
        </button>
      )}
      <HouseRules about={about} />
    </details>
  );
}

interface FieldProps {
  readonly rule: AnalysisAbout['parameters'][string];
  readonly value: number | string | null;
  readonly source?: AnalysisOutcome['parameters'][string]['source'] | undefined;
  onKeep(value: number | string | undefined): void;
}

function ParameterField({ rule, value, source, onKeep }: FieldProps): ReactNode {
  const id = useId();
  return (
    <div className={styles.parameter} title={rule.source}>
      <label htmlFor={id}>
        {inPageLanguage(rule.name)} {rule.unit && <small>{rule.unit}</small>}
      </label>
      {rule.choices ? (
        <select id={id} value={String(value ?? '')} onChange={(event) => onKeep(event.target.value)}>
          {rule.choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <NumberField key={String(value)} id={id} rule={rule} value={value} onKeep={onKeep} />
      )}
      {source && source !== 'default' && <ParameterSource source={source} />}
    </div>
  );
}

/** Empty gives the default back; kept when it is left, or by Enter. */
function NumberField({ id, rule, value, onKeep }: FieldProps & { readonly id: string }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const shown = typeof value === 'number' ? typedNumber(value, decimalsOf(value), language) : '';
  const [text, setText] = useState(shown);
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = rule;
  const read = readTypedNumber(text);
  const isRight = text.trim() === '' || (read !== undefined && read >= least && read <= most);
  const keep = () => {
    if (isRight && text !== shown) onKeep(text.trim() === '' ? undefined : read);
  };
  return (
    <>
      <input
        id={id}
        value={text}
        inputMode="decimal"
        placeholder={rule.default === null ? t('analysis.found') : ''}
        aria-invalid={!isRight}
        onChange={(event) => setText(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
      {!isRight && <em role="alert">{t('analysis.wrongNumber', { least, most })}</em>}
    </>
  );
}
