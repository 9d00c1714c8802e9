import type { LogLine } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { useFormatDate } from '../../../base/use-format-date.ts';
import styles from './logs.module.css';

/** Level of a line: tinted where it wants attention. */
export function LevelTag({ level }: Pick<LogLine, 'level'>): ReactNode {
  const { t } = useTranslation('settings');
  return <span className={`${styles.level} ${styles[level]}`}>{t(`logs.tags.${level}`)}</span>;
}

/** The lines, newest first; pressing one shows what it carries. */
export function LogLines(props: {
  lines: readonly LogLine[];
  chosen: LogLine | undefined;
  onChoose(line: LogLine | undefined): void;
}): ReactNode {
  const { t } = useTranslation('settings');
  const { chosen } = props;
  const day = useFormatDate('day');
  return (
    <table className={styles.table} aria-label={t('logs.title')}>
      <colgroup>
        <col className={styles.time} />
        <col className={styles.levelCell} />
        <col className={styles.sourceCell} />
        <col />
      </colgroup>
      <thead className="visually-hidden">
        <tr>
          {(['time', 'level', 'source', 'message'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`logs.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      {byDay(props.lines.toReversed(), day).map((group) => (
        <tbody key={`${group.day} ${group.lines[0]?.offset}`}>
          {group.day !== '' && (
            <tr className={styles.day}>
              <th scope="rowgroup" colSpan={4}>
                {group.day}
              </th>
            </tr>
          )}
          {group.lines.map((line) => (
            <Line
              key={`${line.offset} ${line.date}`}
              line={line}
              chosen={line.offset === chosen?.offset && line.date === chosen.date}
              onChoose={props.onChoose}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** Lines of one day after another; one without a date stays with the line above it. */
function byDay(lines: readonly LogLine[], dayOf: (date: string) => string) {
  const groups: { readonly day: string; readonly lines: LogLine[] }[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    const day = line.date === '' ? (last?.day ?? '') : dayOf(line.date);
    if (last?.day === day) last.lines.push(line);
    else groups.push({ day, lines: [line] });
  }
  return groups;
}

function Line(props: { line: LogLine; chosen: boolean; onChoose(line: LogLine | undefined): void }): ReactNode {
  const { line, chosen } = props;
  const { t } = useTranslation('settings');
  const language = useAppearance((appearance) => appearance.language);
  const time = useFormatDate('time');
  const day = useFormatDate('moment');
  return (
    <tr data-chosen={chosen} onClick={() => props.onChoose(chosen ? undefined : line)}>
      <td className={styles.time} title={line.date === '' ? undefined : day(line.date)}>
        {line.date === '' ? '' : time(line.date)}
      </td>
      <td className={styles.levelCell}>
        <LevelTag level={line.level} />
      </td>
      <td className={styles.sourceCell}>{t(`logs.sources.${line.source}`)}</td>
      <td className={styles.message}>
        <button type="button" aria-expanded={chosen}>
          {line.text[language]}
        </button>
      </td>
    </tr>
  );
}
