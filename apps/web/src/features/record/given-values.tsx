import TextField from '@mui/material/TextField';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseFigure } from '../../charts/format-figure.ts';
import styles from './calibration.module.css';

interface Typed {
  readonly gain: string;
  readonly offset: string;
}
type Given = Readonly<Record<string, { readonly gain: number; readonly offset: number }>>;

const asReceived: Typed = { gain: '1', offset: '0' };
/** A smaller gain would lose the values. */
const leastGain = 1e-9;
const mostAmount = 1e30;

const readGain = (text: string) => within(parseFigure(text, false), leastGain);
const readOffset = (text: string) => within(parseFigure(text, false), 0);
const within = (value: number | undefined, least: number) =>
  value !== undefined && Math.abs(value) >= least && Math.abs(value) <= mostAmount ? value : undefined;

/** Gains and offsets that somebody types, by column; undefined while one of them is no number. */
export function useGivenValues(columns: readonly string[]) {
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({});
  const of = (column: string) => typed[column] ?? asReceived;
  const change = (column: string, some: Partial<Typed>) =>
    setTyped((now) => ({ ...now, [column]: { ...(now[column] ?? asReceived), ...some } }));
  const read = columns.map((column) => {
    const gain = readGain(of(column).gain);
    const offset = readOffset(of(column).offset);
    return gain === undefined || offset === undefined ? undefined : ([column, { gain, offset }] as const);
  });
  const whole = read.filter((one) => one !== undefined);
  const values: Given | undefined = whole.length === columns.length ? Object.fromEntries(whole) : undefined;
  return { columns, of, change, values };
}

export function GivenValues({ columns, of, change }: ReturnType<typeof useGivenValues>): ReactNode {
  const { t } = useTranslation('record');
  const field = (column: string, name: keyof Typed, isWrong: boolean) => (
    <TextField
      label={t(`calibration.given.${name}`, { column })}
      value={of(column)[name]}
      error={isWrong}
      helperText={isWrong ? t(`calibration.given.${name}Wrong`) : undefined}
      slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 24 } }}
      onChange={(event) => change(column, { [name]: event.target.value })}
    />
  );
  return columns.map((column) => (
    <div key={column} className={styles.bounds}>
      {field(column, 'gain', readGain(of(column).gain) === undefined)}
      {field(column, 'offset', readOffset(of(column).offset) === undefined)}
    </div>
  ));
}
