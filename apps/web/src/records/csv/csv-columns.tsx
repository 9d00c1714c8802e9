import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { CsvMapping } from '@sillage/contract';
import { sayVariable } from '@sillage/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import styles from './csv-mapper.module.css';

interface Props {
  readonly mapping: CsvMapping;
  /** Cells of the line of the names. */
  readonly header: readonly string[];
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
  onChange(mapping: CsvMapping): void;
}

/** Names that curves, colours and statistics know, with the unit that they are said in. */
const known: Readonly<Record<string, string>> = {
  ...{ speed: 'm/s', cadence: 'rpm', power: 'W', force: 'N', heart_rate: 'bpm', distance: 'm', altitude: 'm' },
  ...{ acc_x: 'm/s²', acc_y: 'm/s²', acc_z: 'm/s²', gyro_x: '°/s', gyro_y: '°/s', gyro_z: '°/s' },
  ...{ roll: '°', pitch: '°', yaw: '°', lat: '°', lon: '°', temperature: '°C' },
};
const timeUnits = { ns: 1e-9, µs: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600 } as const;
const roles = ['ignored', 'time', 'variable'] as const;
type Role = (typeof roles)[number];

/** A column a cell of the first lines: time, variable with its name and unit, or left out. */
export function CsvColumns({ mapping, header, rows, onChange }: Props): ReactNode {
  const { t } = useTranslation('records');
  const width = Math.max(0, header.length, ...rows.map(({ cells }) => cells.length));
  const indices = Array.from({ length: width }, (_, index) => index);
  const choose = (index: number, role: Role) => onChange(withRole(mapping, index, role, header[index]));
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            {indices.map((index) => (
              <th key={index} scope="col" data-role={roleOf(mapping, index)}>
                <select
                  aria-label={t('csv.roleOf', { column: header[index] || index + 1 })}
                  value={roleOf(mapping, index)}
                  onChange={(event) => choose(index, roles.find((role) => role === event.target.value) ?? 'ignored')}
                >
                  {roles.map((role) => (
                    <option key={role} value={role}>
                      {t(`csv.role.${role}`)}
                    </option>
                  ))}
                </select>
                <ColumnSaid mapping={mapping} index={index} onChange={onChange} />
              </th>
            ))}
          </tr>
          {header.length > 0 && (
            <tr className={styles.names}>
              <td>{mapping.headerLine}</td>
              {indices.map((index) => (
                <td key={index}>{header[index]}</td>
              ))}
            </tr>
          )}
        </thead>
        <tbody>
          {rows.map(({ line, cells }) => (
            <tr key={line}>
              <td>{line}</td>
              {indices.map((index) => (
                <td key={index} data-role={roleOf(mapping, index)}>
                  {cells[index]?.slice(0, 40)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function roleOf({ time, columns }: CsvMapping, index: number): Role {
  if (time?.index === index) return 'time';
  return columns.some((column) => column.index === index) ? 'variable' : 'ignored';
}

function withRole(mapping: CsvMapping, index: number, role: Role, name = ''): CsvMapping {
  const time = mapping.time?.index === index ? null : mapping.time;
  const columns = mapping.columns.filter((column) => column.index !== index);
  switch (role) {
    case 'time':
      return { ...mapping, time: { index, unitSeconds: null }, columns };
    case 'variable': {
      const added = { index, name: name.trim() || `column_${index + 1}`, unit: '' };
      return { ...mapping, time, columns: [...columns, added].sort((a, b) => a.index - b.index) };
    }
    case 'ignored':
      return { ...mapping, time, columns };
  }
}

interface SaidProps {
  readonly mapping: CsvMapping;
  readonly index: number;
  onChange(mapping: CsvMapping): void;
}

/** The unit of the time; name and unit of a variable. */
function ColumnSaid({ mapping, index, onChange }: SaidProps): ReactNode {
  const { t } = useTranslation('records');
  const language = useAppearance((appearance) => appearance.language);
  const { time } = mapping;
  if (time?.index === index) {
    return (
      <select
        aria-label={t('csv.timeUnit')}
        value={String(time.unitSeconds)}
        onChange={(event) => {
          const unitSeconds = event.target.value === 'null' ? null : Number(event.target.value);
          onChange({ ...mapping, time: { index, unitSeconds } });
        }}
      >
        <option value="null">{t('csv.unitOfItself')}</option>
        {Object.entries(timeUnits).map(([name, seconds]) => (
          <option key={name} value={String(seconds)}>
            {name}
          </option>
        ))}
      </select>
    );
  }
  const column = mapping.columns.find((one) => one.index === index);
  if (column === undefined) return null;
  const say = (some: Partial<typeof column>) =>
    onChange({ ...mapping, columns: mapping.columns.map((one) => (one.index === index ? { ...one, ...some } : one)) });
  return (
    <>
      <Autocomplete
        freeSolo
        disableClearable
        size="small"
        options={Object.keys(known)}
        getOptionLabel={(name) => name}
        renderOption={(props, name) => (
          <li {...props} key={name}>
            {sayVariable(name, language) ?? name} · {known[name]}
          </li>
        )}
        inputValue={column.name}
        onChange={(_, name) => say({ name, unit: known[name] ?? column.unit })}
        onInputChange={(_, name, reason) => {
          if (reason === 'input') say({ name: name.slice(0, 200) });
        }}
        renderInput={(params) => (
          <TextField
            {...params}
            variant="standard"
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps?.htmlInput, 'aria-label': t('csv.name', { column: index + 1 }) },
            }}
          />
        )}
      />
      <input
        className={styles.unit}
        aria-label={t('csv.unit', { column: index + 1 })}
        placeholder={t('csv.unitHint')}
        maxLength={20}
        value={column.unit}
        onChange={(event) => say({ unit: event.target.value })}
      />
    </>
  );
}
