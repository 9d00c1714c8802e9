import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { aboveAthletes, type ComputedChannel, limits, type RecordComputed } from '@sillage/contract';
import { type FormulaProblem, isFormulaProblem, sayProblem } from '@sillage/signal/formula';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useUser } from '../../base/services.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { checkOnRecord } from './check-formula.ts';
import { replaced } from './complete-formula.ts';
import { newParameter, useChannelEdits, useChannels, variableOf } from './computed-channels.ts';
import styles from './formula-dialog.module.css';
import { channelOf, type Draft, draftOf, nameOf } from './formula-draft.ts';
import { Names, ReachField, UnitField } from './formula-draft-fields.tsx';
import { FormulaField } from './formula-field.tsx';
import { useOffers } from './formula-offers.ts';
import { FormulaPreview } from './formula-preview.tsx';
import { addVariable } from './graph-layout.ts';
import { useOpenRecord } from './open-record.ts';

/** ms that a formula rests before it is said to be wrong, and before it is computed. */
const restMilliseconds = 350;

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
      ready={right !== undefined && nameOf(draft) !== undefined}
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
        window={view.history.present}
        formula={right !== undefined && settled === text ? text : undefined}
        problem={problem}
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
