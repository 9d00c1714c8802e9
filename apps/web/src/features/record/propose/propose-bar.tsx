import { mdiCheck, mdiClose, mdiFlagCheckered, mdiMagnifyScan } from '@mdi/js';
import Button from '@mui/material/Button';
import { type Language, proposalKinds } from '@sillage/contract';
import { figureOf, measuredOf, sayVariable } from '@sillage/domain';
import type { TFunction } from 'i18next';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { formatChrono } from '../../../ui/chrono.ts';
import { formatNumber } from '../../../ui/format-number.ts';
import { Icon } from '../../../ui/icon.tsx';
import { KeyHint } from '../../../ui/key-hint.tsx';
import { printedUnit } from '../../../ui/printed-unit.ts';
import { decimalsOf, readTypedNumber, typedNumber } from '../../../ui/typed-number.ts';
import { useOpenRecord } from '../open-record.ts';
import { useRecordDisplay } from '../record-display.ts';
import styles from './propose.module.css';
import { firstDraft, type ProposalDraft } from './question-of.ts';
import type { Proposed } from './use-proposal.ts';

const takeFocus = (bar: HTMLElement | null) => bar?.focus({ preventScroll: true });

/** In place of the tools while selections are proposed: what is looked for, how many there are, and their name. */
export function ProposeBar(): ReactNode {
  const { t } = useTranslation('record');
  const { proposal } = useOpenRecord();
  const { draft } = proposal;
  if (draft === undefined) return null;
  const taken = proposal.proposed.filter(({ isTaken }) => isTaken).length;
  return (
    // The button that opened it is gone: keys go on here.
    <div className={styles.bar} role="toolbar" aria-label={t('propose.title')} tabIndex={-1} ref={takeFocus}>
      <label className={styles.field}>
        <span className={styles.title}>
          <Icon path={mdiMagnifyScan} size={18} />
          <span className={styles.word}>{t('propose.look')}</span>
        </span>
        <select
          value={draft.kind}
          onChange={(event) => {
            const kind = proposalKinds.find((one) => one === event.target.value);
            if (kind) proposal.change({ kind });
          }}
        >
          {proposalKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`propose.kinds.${kind}`)}
            </option>
          ))}
        </select>
      </label>
      <Choices key={draft.kind} draft={draft} />
      <PartChoice draft={draft} />
      <Result />
      <span className={styles.buttons}>
        <label className={styles.field}>
          {t('propose.name')}
          <input
            className={styles.name}
            maxLength={180}
            value={proposal.name ?? t(`propose.names.${draft.kind}`, { step: draft.stepMetres })}
            onChange={(event) => proposal.setName(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && proposal.add()}
          />
        </label>
        <Button onClick={proposal.cancel}>{t('cancel')}</Button>
        <Button
          variant="contained"
          onClick={proposal.add}
          disabled={taken === 0 || proposal.isOfBefore}
          loading={proposal.isAdding}
          startIcon={<Icon path={mdiCheck} size={18} />}
        >
          {t('propose.add', { count: taken })}
          {taken > 0 && <KeyHint>{t('crop.enter')}</KeyHint>}
        </Button>
      </span>
    </div>
  );
}

/** What a kind of stretches asks for. */
function Choices({ draft }: { draft: ProposalDraft }): ReactNode {
  const { t } = useTranslation('record');
  const { proposal } = useOpenRecord();
  switch (draft.kind) {
    case 'effort':
    case 'still':
      return <ActivityChoices draft={draft} />;
    case 'lap':
      return <LineChoice draft={draft} />;
    case 'metres':
      return (
        <NumberField
          label={t('propose.step')}
          unit="m"
          value={draft.stepMetres}
          isValid={(value) => value >= 1 && value <= 1_000_000}
          onTake={(value) => proposal.change({ stepMetres: value ?? firstDraft.stepMetres })}
        />
      );
    case 'seconds':
      return (
        <NumberField
          label={t('propose.step')}
          unit="s"
          value={draft.stepSeconds}
          isValid={(value) => value >= 0.1 && value <= 24 * 3600}
          onTake={(value) => proposal.change({ stepSeconds: value ?? firstDraft.stepSeconds })}
        />
      );
  }
}

function ActivityChoices({ draft }: { draft: ProposalDraft }): ReactNode {
  const { t } = useTranslation('record');
  const { proposal } = useOpenRecord();
  const { answer } = proposal;
  const { sayings } = useRecordDisplay();
  const language = useAppearance((appearance) => appearance.language);
  if (draft.kind !== 'effort' && draft.kind !== 'still') return null;
  const measured = draft.threshold ?? answer?.threshold ?? undefined;
  // A pace is typed as a time, and falls where a speed rises: there the threshold is that of the speed.
  const say = answer?.measure === 'mean' ? sayings.get(answer.of[0] ?? '') : undefined;
  const saying = say?.isPace ? undefined : say;
  return (
    <>
      {answer !== undefined && answer.variables.length > 0 && (
        <label className={styles.field}>
          <span className={styles.word}>
            {t(answer.measure === 'deviation' ? 'propose.byDeviation' : 'propose.byMean')}
          </span>
          <select
            value={draft.variable ?? answer.variable ?? ''}
            onChange={(event) => proposal.change({ variable: event.target.value })}
          >
            {answer.variables.map((name) => (
              <option key={name} value={name}>
                {nameOf(t, name, language)}
              </option>
            ))}
          </select>
        </label>
      )}
      <NumberField
        label={t(draft.kind === 'effort' ? 'propose.above' : 'propose.below')}
        unit={saying?.unit ?? printedUnit(answer?.unit ?? '', language)}
        value={measured === undefined || saying === undefined ? measured : figureOf(saying, measured)}
        isValid={() => true}
        isDisabled={proposal.isOfBefore}
        onTake={(value) =>
          proposal.change({
            threshold: value === undefined || saying === undefined ? value : measuredOf(saying, value),
          })
        }
      />
      <NumberField
        label={t('propose.least')}
        unit="s"
        value={draft.leastSeconds ?? answer?.least_seconds ?? undefined}
        isValid={(value) => value >= 0 && value <= 24 * 3600}
        onTake={(value) => proposal.change({ leastSeconds: value })}
      />
    </>
  );
}

/** `Vitesse`, `Accél. (3 axes)` */
function nameOf(t: TFunction<'record'>, name: string, language: Language): string {
  const sensor = /^\|(.+)\|$/.exec(name)?.[1];
  const said = sayVariable(sensor ?? name, language) ?? sensor ?? name;
  return sensor === undefined ? said : t('propose.threeAxes', { name: said });
}

/** The line that laps begin and end at: where it is crossed most often, or where the cursor stands. */
function LineChoice({ draft }: { draft: ProposalDraft }): ReactNode {
  const { t } = useTranslation('record');
  const { proposal, view } = useOpenRecord();
  const here = () => view.cursor.time !== undefined && proposal.change({ line: view.x.toTime(view.cursor.time) });
  return (
    <span className={styles.field}>
      {draft.line === undefined ? t('propose.lineFound') : t('propose.lineAt', { time: formatChrono(draft.line, 0) })}
      <Button size="small" onClick={here} startIcon={<Icon path={mdiFlagCheckered} size={18} />}>
        {t('propose.lineHere')}
      </Button>
      {draft.line !== undefined && (
        <Button
          size="small"
          onClick={() => proposal.change({ line: undefined })}
          aria-label={t('propose.lineAnywhere')}
        >
          <Icon path={mdiClose} size={18} />
        </Button>
      )}
    </span>
  );
}

function PartChoice({ draft }: { draft: ProposalDraft }): ReactNode {
  const { t } = useTranslation('record');
  const { proposal, view } = useOpenRecord();
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={draft.part !== undefined}
        onChange={(event) => proposal.change({ part: event.target.checked ? view.x.times(view.window) : undefined })}
      />
      {draft.part === undefined
        ? t('propose.onlyVisible')
        : t('propose.onlyPart', { from: formatChrono(draft.part.from, 0), to: formatChrono(draft.part.to, 0) })}
    </label>
  );
}

function Result(): ReactNode {
  const { t } = useTranslation('record');
  const { proposal } = useOpenRecord();
  const language = useAppearance((appearance) => appearance.language);
  const { proposed, problem, answer } = proposal;
  return (
    <span className={styles.result} aria-live="polite" data-asking={proposal.isAsking}>
      {proposed.length > 0 && (
        <>
          <b>{t('propose.found', { count: proposed.length })}</b> {sayLengths(t, proposed, language)}
        </>
      )}
      {proposed.length > 0 && problem !== undefined && ' '}
      {problem !== undefined && <span className={styles.why}>{problem}</span>}
      {proposal.again && (
        <Button size="small" onClick={proposal.again}>
          {t('propose.again')}
        </Button>
      )}
      {answer === undefined && problem === undefined && t('propose.looking')}
    </span>
  );
}

/** `durée médiane 01:32.0 · 2 010 m en tout` */
function sayLengths(t: TFunction<'record'>, stretches: readonly Proposed[], language: Language): string {
  const lengths = stretches.map(({ t0, t1 }) => t1 - t0).sort((a, b) => a - b);
  const middle = t('propose.middle', { time: formatChrono(lengths[Math.floor(lengths.length / 2)] ?? 0, 1) });
  const metres = stretches.reduce((sum, { distance }) => sum + (distance ?? 0), 0);
  return metres < 1 ? middle : `${middle} · ${t('propose.together', { metres: formatNumber(metres, 0, language) })}`;
}

/** A number as people type it; taken when the field is left or Enter is pressed. Emptied it is the usual one again. */
function NumberField(props: {
  label: string;
  unit: string;
  value: number | undefined;
  /** While its unit is not known. */
  isDisabled?: boolean;
  isValid(value: number): boolean;
  onTake(value: number | undefined): void;
}): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const [typed, setTyped] = useState<string>();
  const help = useId();
  const { value, unit } = props;
  const shown = value === undefined ? '' : typedNumber(value, decimalsOf(value), language);
  const read = typed === undefined || typed.trim() === '' ? undefined : readTypedNumber(typed);
  const isWrong = typed !== undefined && typed.trim() !== '' && (read === undefined || !props.isValid(read));
  const take = () => {
    if (typed === undefined || isWrong) return;
    if (typed !== shown) props.onTake(read);
    setTyped(undefined);
  };
  return (
    <label className={styles.field}>
      {props.label}
      <input
        className={styles.number}
        value={typed ?? shown}
        inputMode="decimal"
        disabled={props.isDisabled === true}
        maxLength={20}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? help : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
          if (event.key === 'Escape') setTyped(undefined);
        }}
      />
      {unit}
      {isWrong && (
        <span className={styles.problem} id={help} role="alert">
          {t('propose.wrongNumber')}
        </span>
      )}
    </label>
  );
}
