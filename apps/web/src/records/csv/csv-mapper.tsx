import { mdiAlertOutline, mdiCheck } from '@mdi/js';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { CsvMapping } from '@sillage/contract';
import { columnsOfHeader, firstCsvRows, guessCsv, isProblem, previewCsv } from '@sillage/formats/csv';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { inPageLanguage } from '../../base/notify.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { Icon } from '../../ui/icon.tsx';
import { sayDuration } from '../../ui/say-duration.ts';
import { CsvColumns } from './csv-columns.tsx';
import styles from './csv-mapper.module.css';
import { type CsvOfFile, copyOf } from './look-at-head.ts';

/** Rows that are shown, and lines among which the names may be. */
const shownRows = 6;
const headerLines = 40;

interface Props {
  readonly csv: CsvOfFile;
  /** Hz, where no column says the time. */
  readonly rateHz: number | undefined;
  onChange(mapping: CsvMapping): void;
  /** What stands below it. */
  foot?(isRight: boolean): ReactNode;
}

/** What the cells of a CSV mean: as it was guessed, to be corrected, with what becomes of it. */
export function CsvMapper({ csv, rateHz, onChange, foot }: Props): ReactNode {
  const { t } = useTranslation('records');
  const { head, isWhole, guess, mapping } = csv;
  const deferred = useDeferredValue(mapping);
  const preview = useMemo(() => previewCsv(head, isWhole, deferred, rateHz), [head, isWhole, deferred, rateHz]);
  const rows = useMemo(
    () => firstCsvRows(head, guess.encoding, mapping.delimiter, headerLines + shownRows),
    [head, guess, mapping.delimiter],
  );
  const shown = rows.filter(({ line }) => line >= mapping.firstLine).slice(0, shownRows);
  return (
    <section className={styles.mapper} aria-label={t('csv.title')}>
      <h3>{t('csv.title')}</h3>
      <Layout csv={csv} mapping={mapping} lines={rows.slice(0, headerLines)} onChange={onChange} />
      <CsvColumns
        mapping={mapping}
        header={rows.find(({ line }) => line === mapping.headerLine)?.cells ?? []}
        rows={shown}
        onChange={onChange}
      />
      <Outcome preview={preview} isWhole={isWhole} />
      {foot?.(!isProblem(preview))}
    </section>
  );
}

interface LayoutProps {
  readonly csv: CsvOfFile;
  readonly mapping: CsvMapping;
  readonly lines: ReturnType<typeof firstCsvRows>;
  onChange(mapping: CsvMapping): void;
}

const delimiters = [';', ',', '\t', '|'] as const;
const nameOfDelimiter = { ';': 'semicolon', ',': 'comma', '\t': 'tab', '|': 'bar' } as const;

/** Separator, decimal sign, line of the names, first line. */
function Layout({ csv, mapping, lines, onChange }: LayoutProps): ReactNode {
  const { t } = useTranslation('records');
  const guessed = csv.guess.mapping;
  const hint = (isGuess: boolean) => (isGuess && !csv.isDecided ? t('csv.guessed') : ' ');
  const chooseDelimiter = (delimiter: CsvMapping['delimiter']) => {
    const other = guessCsv(csv.head, csv.isWhole, delimiter);
    onChange(isProblem(other) ? { ...mapping, delimiter, columns: [], time: null } : copyOf(other.mapping));
  };
  const chooseHeader = (line: number | null) => {
    const cells = lines.find((one) => one.line === line)?.cells;
    const columns = columnsOfHeader(cells ?? lines.at(-1)?.cells ?? []).map((column) => ({ ...column }));
    const firstLine = line === null ? mapping.firstLine : Math.max(line + 1, mapping.firstLine);
    const own = columns.filter(({ index }) => index !== mapping.time?.index);
    onChange({ ...mapping, headerLine: line, firstLine, columns: own });
  };
  return (
    <div className={styles.layout}>
      <TextField
        select
        label={t('csv.delimiter')}
        value={mapping.delimiter}
        helperText={hint(mapping.delimiter === guessed.delimiter)}
        onChange={(event) => {
          const chosen = delimiters.find((one) => one === event.target.value);
          if (chosen !== undefined) chooseDelimiter(chosen);
        }}
      >
        {delimiters.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`csv.delimiters.${nameOfDelimiter[one]}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={t('csv.decimal')}
        value={mapping.decimal}
        helperText={hint(mapping.decimal === guessed.decimal)}
        onChange={(event) => onChange({ ...mapping, decimal: event.target.value === ',' ? ',' : '.' })}
      >
        <MenuItem value=".">{t('csv.point')}</MenuItem>
        <MenuItem value=",">{t('csv.comma')}</MenuItem>
      </TextField>
      <TextField
        select
        label={t('csv.header')}
        value={mapping.headerLine ?? 0}
        helperText={hint(mapping.headerLine === guessed.headerLine)}
        onChange={(event) => chooseHeader(Number(event.target.value) || null)}
      >
        <MenuItem value={0}>{t('csv.noHeader')}</MenuItem>
        {lines
          .filter(({ line }) => line < mapping.firstLine || line === mapping.headerLine)
          .map(({ line, cells }) => (
            <MenuItem key={line} value={line}>
              {t('csv.line', { line, cells: cells.join(' ').slice(0, 40) })}
            </MenuItem>
          ))}
      </TextField>
      <TextField
        label={t('csv.firstLine')}
        value={mapping.firstLine}
        helperText={hint(mapping.firstLine === guessed.firstLine)}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 5 } }}
        onChange={(event) => {
          const line = Number(event.target.value);
          if (Number.isInteger(line) && line > 0) onChange({ ...mapping, firstLine: line });
        }}
      />
    </div>
  );
}

const spoken = ['noTime', 'constantTime', 'timeRestarts', 'wrongDate', 'noSamples', 'tooManyColumns'] as const;

/** What the beginning of the file becomes, or why it becomes nothing. */
function Outcome({ preview, isWhole }: { preview: ReturnType<typeof previewCsv>; isWhole: boolean }): ReactNode {
  const { t } = useTranslation('records');
  const language = useAppearance((appearance) => appearance.language);
  if (isProblem(preview)) {
    const problem = spoken.find((one) => one === preview.problem) ?? 'unknown';
    return (
      <p role="alert" className={styles.outcome} data-tone="error">
        <Icon path={mdiAlertOutline} size={18} />
        {t(`csv.problem.${problem}`)}
      </p>
    );
  }
  const { rows, seconds, findings } = preview;
  const read = { count: rows, shown: formatNumber(rows, 0, language), duration: sayDuration(seconds, language) };
  return (
    <div role="status">
      <p className={styles.outcome} data-tone="ok">
        <Icon path={mdiCheck} size={18} />
        {t(isWhole ? 'csv.read' : 'csv.readBeginning', read)}
      </p>
      {findings.map(({ msg }) => (
        <p key={msg.en} className={styles.outcome} data-tone="warn">
          <Icon path={mdiAlertOutline} size={18} />
          {inPageLanguage(msg)}
        </p>
      ))}
    </div>
  );
}
