import { mdiAlertOutline, mdiCheckCircleOutline } from '@mdi/js';
import type { FusionProposal, Record } from '@sillage/contract';
import { athleteNames, sayVariable } from '@sillage/domain';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { inPageLanguage } from '../../base/notify.ts';
import { formatNumber, formatPercent } from '../../ui/format-number.ts';
import { Icon } from '../../ui/icon.tsx';
import { dateOf, sourceOf } from '../describe-record.ts';
import { CorrelationChart } from './correlation-chart.tsx';
import styles from './fuse-dialog.module.css';
import { offsetText, trustOf } from './offsets.ts';
import { OverlaidCurves } from './overlaid-curves.tsx';

interface FusePartsProps {
  readonly records: readonly Record[];
  readonly proposal: FusionProposal | undefined;
  readonly isLoading: boolean;
  /** s, in the order of the records; undefined where nobody says it. */
  readonly offsets: readonly (number | undefined)[];
  readonly typed: ReadonlyMap<number, string>;
  readonly movement: string | undefined;
  onMovement(name: string): void;
  onType(id: number, text: string): void;
}

type Part = FusionProposal['parts'][number];

/** The records with their offsets, and of the one that is looked at the correlation and both curves. */
export function FuseParts(props: FusePartsProps): ReactNode {
  const { records, proposal, offsets } = props;
  const language = useAppearance((appearance) => appearance.language);
  const [reference, ...others] = records;
  const [lookedAt, setLookedAt] = useState(others[0]?.id);
  const place = records.findIndex(({ id }) => id === lookedAt);
  const looked = records[place];
  const part = proposal?.parts.find(({ record_id }) => record_id === lookedAt);
  if (reference === undefined || looked === undefined) return null;
  return (
    <>
      <ul className={styles.parts}>
        {records.map((record, i) => (
          <PartRow
            key={record.id}
            {...props}
            record={record}
            offset={offsets[i]}
            isReference={i === 0}
            isLookedAt={others.length > 1 && record.id === lookedAt}
            onLookAt={() => i > 0 && setLookedAt(record.id)}
          />
        ))}
      </ul>
      {part?.correlation && (
        <div className={styles.chart}>
          <ChartHead {...props} variable={part.correlation.variable} />
          <CorrelationChart
            correlation={part.correlation}
            offset={offsets[place]}
            onChange={(seconds) => props.onType(looked.id, offsetText(seconds, language))}
          />
          <OverlaidCurves
            // Curves of others are no stand-in while these are fetched.
            key={`${reference.id} ${looked.id} ${part.correlation.variable}`}
            reference={reference}
            part={looked}
            movement={part.correlation.variable}
            offset={offsets[place] ?? part.correlation.from}
          />
        </div>
      )}
      <Confidence part={part} isLoading={props.isLoading} />
    </>
  );
}

function PartRow(
  props: FusePartsProps & {
    record: Record;
    offset: number | undefined;
    isReference: boolean;
    isLookedAt: boolean;
    onLookAt(): void;
  },
): ReactNode {
  const { t } = useTranslation('records');
  const language = useAppearance((appearance) => appearance.language);
  const { record, offset, isReference, typed } = props;
  const names = athleteNames(record.users);
  const title = names === '' ? sourceOf(record) : `${sourceOf(record)}, ${names}`;
  const text = typed.get(record.id) ?? (offset === undefined ? '' : offsetText(offset, language));
  return (
    <li className={styles.part} data-looked-at={props.isLookedAt}>
      <span className={styles.name}>
        <b>{title}</b>
        <span>{dateOf(record, language)}</span>
      </span>
      {isReference ? (
        <span className={styles.reference}>{t('fuse.reference')}</span>
      ) : (
        <label className={styles.offset}>
          <span className="visually-hidden">{t('fuse.offsetOf', { title })}</span>
          <input
            inputMode="decimal"
            value={text}
            placeholder="–"
            aria-invalid={offset === undefined && typed.has(record.id)}
            onFocus={props.onLookAt}
            onChange={({ target }) => props.onType(record.id, target.value)}
          />
          <span>s</span>
        </label>
      )}
    </li>
  );
}

function ChartHead({ proposal, variable, onMovement }: FusePartsProps & { variable: string }): ReactNode {
  const { t } = useTranslation('records');
  const language = useAppearance((appearance) => appearance.language);
  const nameOf = (name: string) => {
    const plain = name.replaceAll('|', '');
    const said = sayVariable(plain, language) ?? plain;
    return name === plain ? said : t('fuse.size', { name: said });
  };
  return (
    <div className={styles.head}>
      <b>{t('fuse.likeness')}</b>
      <select value={variable} aria-label={t('fuse.movement')} onChange={({ target }) => onMovement(target.value)}>
        {proposal?.variables.map((name) => (
          <option key={name} value={name}>
            {nameOf(name)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** How sure the offset is, in words and in %; or why none is proposed. */
function Confidence({ part, isLoading }: { part: Part | undefined; isLoading: boolean }): ReactNode {
  const { t } = useTranslation('records');
  const language = useAppearance((appearance) => appearance.language);
  if (isLoading)
    return (
      <p className={styles.note} role="status">
        {t('fuse.comparing')}
      </p>
    );
  if (part === undefined) return null;
  const { confidence, correlation, problem } = part;
  if (confidence === null || correlation === null) {
    return (
      problem && (
        <p className={styles.confidence} data-trust="doubtful" role="status">
          {inPageLanguage(problem)}
        </p>
      )
    );
  }
  const trust = trustOf(confidence);
  const percent = (share: number) => formatPercent(Math.max(0, share) * 100, language);
  const drift = correlation.drift_ppm;
  return (
    <p className={styles.confidence} data-trust={trust} role="status">
      <Icon path={trust === 'sure' ? mdiCheckCircleOutline : mdiAlertOutline} size={18} />
      <span>
        <b>{t(`fuse.trust.${trust}`, { percent: percent(confidence) })}</b>{' '}
        {t('fuse.peaks', {
          r: formatNumber(correlation.r, 2, language),
          second: percent(correlation.second.r / correlation.r),
        })}
        {drift !== null && ` ${t('fuse.drift', { drift: formatNumber(drift * 3.6, 1, language) })}`}
        {problem !== null && ` ${inPageLanguage(problem)}`}
      </span>
    </p>
  );
}
