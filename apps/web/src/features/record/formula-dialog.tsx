import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import {
  aboveAthletes,
  type ComputedChannel,
  type ComputedReach,
  type Language,
  limits,
  type Record,
  type RecordComputed,
} from '@sillage/contract';
import {
  canBeWritten,
  type FormulaProblem,
  functionNames,
  functionOf,
  isFormulaProblem,
  sayProblem,
  writeVariable,
} from '@sillage/signal/formula';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useUser } from '../../base/services.tsx';
import { labelOf } from '../../records/label-of-variable.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { printedUnit } from '../../ui/printed-unit.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { checkOnRecord } from './check-formula.ts';
import { type Offer, replaced } from './complete-formula.ts';
import { newParameter, useChannelEdits, useChannels, variableOf } from './computed-channels.ts';
import styles from './formula-dialog.module.css';
import { FormulaField } from './formula-field.tsx';
import { FormulaPreview } from './formula-preview.tsx';
import { addVariable } from './graph-layout.ts';
import { useOpenRecord } from './open-record.ts';

/** ms that a formula rests before it is said to be wrong, and before it is computed. */
const restMilliseconds = 350;
const longestName = 80;
const longestUnit = 30;

/** A new computed channel, or one that is changed; of somebody else's a copy is made. */
export function FormulaDialog(props: { edited?: RecordComputed | undefined; onClose(): void }): ReactNode {
  const { t } = useTranslation('record');
  const { record, view } = useOpenRecord();
  const { edited, onClose } = props;
  const channels = useChannels();
  const edits = useChannelEdits(record.client_id);
  const isCopy = edited !== undefined && !edited.may_edit;
  const [draft, setDraft] = useState(() => draftOf(edited));
  const [isShared, setShared] = useState(edited?.is_shared === true && !isCopy);
  const mayShare = useUser().roles.some((role) => aboveAthletes.includes(role));
  const text = draft.formula.trim();
  const checked = useMemo(() => checkOnRecord(text, channels, edited), [text, channels, edited]);
  const settled = useSettled(text, restMilliseconds);
  const right = isFormulaProblem(checked) ? undefined : checked;
  const problem = isFormulaProblem(checked) && settled === text && text !== '' ? checked : undefined;
  const change = (some: Partial<Draft>) => setDraft((now) => ({ ...now, ...some }));
  const saved = (parameter: string, channel: ComputedChannel) => {
    const variable = variableOf(parameter);
    const available = {
      ...record.available_data,
      [variable]: { description: channel.name, unit: channel.unit ?? right?.unit ?? '' },
    };
    view.setLayout((now) => addVariable(now, variable, available));
    onClose();
  };
  const add = () => {
    const channel = channelOf(draft, record);
    const parameter = newParameter(channel.name.en);
    edits.add.mutate({ parameter, isShared, channel }, { onSuccess: () => saved(parameter, channel) });
  };
  const save = () => {
    if (right === undefined || nameOf(draft) === undefined) return;
    if (edited === undefined || isCopy) return add();
    const before = { parameter: edited.parameter, isShared: edited.is_shared };
    const kept = { parameter: edited.parameter, isShared, channel: channelOf(draft, record) };
    edits.change.mutate({ before, kept }, { onSuccess: onClose });
  };
  const title = edited === undefined ? 'computed.new' : isCopy ? 'computed.copyOf' : 'computed.edit';
  return (
    <FormDialog
      title={t(title)}
      className={styles.fields}
      cancel={t('cancel')}
      save={problem === undefined ? t('save') : t('computed.toCorrect')}
      saving={edits.add.isPending || edits.change.isPending}
      beside={
        edited !== undefined &&
        !isCopy && (
          <>
            <Button
              color="error"
              onClick={() => {
                const { parameter, is_shared, channel } = edited;
                edits.remove.mutate({ parameter, isShared: is_shared, channel }, { onSuccess: onClose });
              }}
            >
              {t('computed.delete')}
            </Button>
            <Button onClick={add} disabled={right === undefined || nameOf(draft) === undefined}>
              {t('computed.copy')}
            </Button>
            <span className={styles.grow} />
          </>
        )
      }
      onSave={save}
      onClose={onClose}
    >
      <FormulaField
        value={draft.formula}
        offers={useOffers(edited)}
        isWrong={problem !== undefined}
        maxLength={limits.formulaCharacters}
        about={<About problem={problem} text={draft.formula} onReplace={(formula) => change({ formula })} />}
        onChange={(formula) => change({ formula })}
      />
      <FormulaPreview
        recordId={record.id}
        formula={right !== undefined && settled === text ? text : undefined}
        checked={right}
        unit={draft.unit.trim() || right?.unit || ''}
      />
      <Names draft={draft} onChange={change} />
      <div className={styles.row}>
        <UnitField draft={draft} carried={right === undefined ? '' : right.unit} onChange={change} />
        <ReachField draft={draft} record={record} onChange={change} />
      </div>
      {mayShare && (
        <FormControlLabel
          control={<Checkbox checked={isShared} onChange={(event) => setShared(event.target.checked)} />}
          label={t('presets.share')}
        />
      )}
    </FormDialog>
  );
}

interface Draft {
  readonly formula: string;
  readonly name: { readonly [L in Language]: string };
  readonly unit: string;
  readonly reach: ComputedReach['of'];
}

function draftOf(edited: RecordComputed | undefined): Draft {
  if (edited === undefined) return { formula: '', name: { fr: '', en: '' }, unit: '', reach: 'everything' };
  const { formula, name, unit, reach } = edited.channel;
  return { formula, name, unit: unit ?? '', reach: reach.of };
}

/** One language is enough; the other one says the same then. */
function nameOf({ name }: Draft): ComputedChannel['name'] | undefined {
  const [fr, en] = [name.fr.trim(), name.en.trim()];
  return fr === '' && en === '' ? undefined : { fr: fr || en, en: en || fr };
}

function channelOf(draft: Draft, record: Record): ComputedChannel {
  const name = nameOf(draft) ?? draft.name;
  return { name, formula: draft.formula.trim(), unit: draft.unit.trim() || null, reach: reachOf(draft.reach, record) };
}

function reachOf(of: ComputedReach['of'], { uid, sport_name, exercise_name }: Record): ComputedReach {
  switch (of) {
    case 'everything':
      return { of };
    case 'sport':
      return sport_name ? { of, name: sport_name } : { of: 'everything' };
    case 'exercise':
      return exercise_name ? { of, name: exercise_name } : { of: 'everything' };
    case 'record':
      return { of, uid };
  }
}

/** What is wrong, with its column and what could stand there; else how it is written. */
function About(props: { problem: FormulaProblem | undefined; text: string; onReplace(text: string): void }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { problem, text, onReplace } = props;
  if (problem === undefined) return t('computed.hint');
  // The formula that was checked begins at its first sign.
  const lead = text.length - text.trimStart().length;
  const place = { from: problem.from + lead, to: problem.to + lead };
  const { instead } = problem;
  return (
    <span role="alert">
      {t('computed.column', { column: place.from + 1 })} {sayProblem(problem, language)}{' '}
      {instead !== undefined && (
        <button type="button" className={styles.instead} onClick={() => onReplace(replaced(text, place, instead))}>
          {t('computed.put', { instead })}
        </button>
      )}
    </span>
  );
}

/** Variables, channels and functions, as a formula writes them. */
function useOffers(edited: RecordComputed | undefined): Offer[] {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { record } = useOpenRecord();
  return useMemo(() => {
    const variables = Object.entries(record.available_data).flatMap(([name, variable]) =>
      name === edited?.variable || !canBeWritten(name)
        ? []
        : [
            {
              text: writeVariable(name),
              label: labelOf(name, variable, language),
              detail: printedUnit(variable.unit, language),
            },
          ],
    );
    const functions = functionNames.map((name) => ({
      text: `${name}(`,
      label: t(`computed.functions.${name}`),
      detail: functionOf(name)
        .inputs.map((kind) => t(`computed.inputs.${kind}`))
        .join(', '),
    }));
    return [...variables, ...functions];
  }, [record, edited, language, t]);
}

function Names(props: { draft: Draft; onChange(some: Partial<Draft>): void }): ReactNode {
  const { t } = useTranslation('record');
  const { name } = props.draft;
  return (
    <div className={styles.row}>
      {(['fr', 'en'] as const).map((language) => (
        <TextField
          key={language}
          required={name.fr.trim() === '' && name.en.trim() === ''}
          label={t(`computed.name.${language}`)}
          value={name[language]}
          slotProps={{ htmlInput: { maxLength: longestName, lang: language } }}
          onChange={(event) => props.onChange({ name: { ...name, [language]: event.target.value } })}
        />
      ))}
    </div>
  );
}

/** @param props.carried undefined where the formula does not say its unit */
function UnitField(props: {
  draft: Draft;
  carried: string | undefined;
  onChange(some: Partial<Draft>): void;
}): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { draft, carried, onChange } = props;
  return (
    <TextField
      label={t('computed.unit')}
      value={draft.unit}
      placeholder={printedUnit(carried ?? '', language)}
      helperText={t(carried === undefined ? 'computed.unitUnknown' : 'computed.unitCarried')}
      slotProps={{ htmlInput: { maxLength: longestUnit }, inputLabel: { shrink: true } }}
      onChange={(event) => onChange({ unit: event.target.value })}
    />
  );
}

function ReachField(props: { draft: Draft; record: Record; onChange(some: Partial<Draft>): void }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { draft, record, onChange } = props;
  const sport = record.sport_disp_name?.[language] ?? record.sport_name ?? '';
  const reaches: readonly (readonly [ComputedReach['of'], string])[] = [
    ['everything', t('computed.reach.everything')],
    ...(record.sport_name ? ([['sport', t('computed.reach.sport', { name: sport })]] as const) : []),
    ...(record.exercise_name
      ? ([['exercise', t('computed.reach.exercise', { name: record.exercise_name })]] as const)
      : []),
    ['record', t('computed.reach.record')],
  ];
  return (
    <TextField
      select
      label={t('computed.reach.title')}
      value={reaches.some(([of]) => of === draft.reach) ? draft.reach : 'everything'}
      onChange={(event) => {
        const chosen = reaches.find(([of]) => of === event.target.value);
        if (chosen !== undefined) onChange({ reach: chosen[0] });
      }}
    >
      {reaches.map(([of, words]) => (
        <MenuItem key={of} value={of}>
          {words}
        </MenuItem>
      ))}
    </TextField>
  );
}
