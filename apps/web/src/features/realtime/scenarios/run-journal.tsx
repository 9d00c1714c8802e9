import { type JournalLine, RunEnd } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import type { LiveDevice } from '../../../live/merge-device.ts';
import { formatChrono } from '../../../ui/chrono.ts';
import { useScreenSize } from '../../../ui/screen-size.ts';
import styles from './run-journal.module.css';
import { valueText } from './scenario-words.ts';

interface Props {
  readonly lines: readonly JournalLine[];
  readonly devices: readonly LiveDevice[];
}

/** What happened in a run, the newest first. */
export function RunJournal({ lines, devices }: Props): ReactNode {
  const { t } = useTranslation('realtime');
  const language = useAppearance((appearance) => appearance.language);
  const isWide = useScreenSize() === 'desktop';
  const who = (number: number): string => {
    const device = devices.find((one) => one.number === number);
    return device === undefined ? String(number) : athleteNames(device.users) || device.name;
  };
  return (
    <details className={styles.journal} open={isWide}>
      <summary>{t('scenario.journal.title')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys too */}
      <ol aria-label={t('scenario.journal.title')} tabIndex={0}>
        {lines.toReversed().map((line) => (
          <li key={line.line} data-kind={line.kind}>
            <time>{formatChrono(line.at, 0)}</time>
            <span>
              {line.number !== null && <b>{who(line.number)} </b>}
              {textOf(line, t)}
              {(line.kind === 'result' || line.kind === 'answer') && <b> {valueText(line, language)}</b>}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

function textOf({ kind, text, value, number }: JournalLine, t: TFunction<'realtime'>): string {
  const said = text === null ? '' : inPageLanguage(text);
  if (kind === 'end') {
    const end = t(`scenario.ends.${RunEnd.options.find((one) => one === value) ?? 'done'}`);
    return said === '' ? end : `${end}. ${said}`;
  }
  if (kind === 'button') return t(number === null ? 'scenario.journal.screenButton' : 'scenario.journal.ownButton');
  if (kind === 'answer') return t('scenario.journal.answer', { asked: said });
  if (kind === 'refused') return t('scenario.journal.refused', { why: said });
  if (kind === 'redo') return `${t('scenario.journal.redo')} · ${said}`;
  return kind === 'trial' || kind === 'step' || kind === 'result' || kind === 'error'
    ? said
    : t(`scenario.journal.${kind}`);
}
