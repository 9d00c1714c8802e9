import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { TestProtocol } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { readTypedNumber } from '../ui/typed-number.ts';
import styles from './dialogs.module.css';
import { type ProtocolNumber, protocolNumbers, type TypedProtocol } from './typed-protocol.ts';

/** How a test was done: what analyses take as measured, and what trials must have in common to be compared. */
export function ProtocolFields(props: {
  typed: TypedProtocol;
  problems: ReadonlySet<ProtocolNumber>;
  onChange(some: Partial<TypedProtocol>): void;
}): ReactNode {
  const { t } = useTranslation('records');
  const { typed, problems, onChange } = props;
  return (
    <fieldset className={styles.protocol}>
      <legend>{t('protocol.title')}</legend>
      <TextField
        label={t('protocol.instruction')}
        value={typed.instruction}
        slotProps={{ htmlInput: { maxLength: 300 } }}
        onChange={(event) => onChange({ instruction: event.target.value })}
      />
      <div className={styles.columns}>
        <TextField
          select
          label={t('protocol.arms')}
          value={typed.arms}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          onChange={(event) => onChange({ arms: armsOf(event.target.value) })}
        >
          <MenuItem value="">{t('protocol.notSaid')}</MenuItem>
          {TestProtocol.shape.arms.unwrap().options.map((arms) => (
            <MenuItem key={arms} value={arms}>
              {t(`protocol.arms_${arms}`)}
            </MenuItem>
          ))}
        </TextField>
        {protocolNumbers.map((name) => (
          <TextField
            key={name}
            label={t(`protocol.${name}`)}
            value={typed[name]}
            error={problems.has(name)}
            helperText={problems.has(name) && t('protocol.outside', boundsOf(name))}
            slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 20 } }}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        ))}
      </div>
    </fieldset>
  );
}

const armsOf = (value: string) => TestProtocol.shape.arms.unwrap().options.find((one) => one === value) ?? '';

function boundsOf(name: ProtocolNumber) {
  const { minValue, maxValue } = TestProtocol.shape[name].unwrap();
  return { least: minValue, most: maxValue };
}

/** What was typed, or the numbers that it cannot be. */
export function readProtocol(typed: TypedProtocol): TestProtocol | { problems: ReadonlySet<ProtocolNumber> } {
  const { instruction, arms } = typed;
  const read = protocolNumbers.flatMap((name) =>
    typed[name].trim() === '' ? [] : [[name, readTypedNumber(typed[name])] as const],
  );
  const problems = read.filter(([name, value]) => !TestProtocol.shape[name].safeParse(value ?? Number.NaN).success);
  if (problems.length > 0) return { problems: new Set(problems.map(([name]) => name)) };
  return TestProtocol.parse({
    ...(instruction.trim() === '' ? {} : { instruction: instruction.trim() }),
    ...(arms === '' ? {} : { arms }),
    ...Object.fromEntries(read),
  });
}
