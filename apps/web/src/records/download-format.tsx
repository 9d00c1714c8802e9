import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import {
  type DownloadType,
  downloadFormats,
  isDownloadType,
  processingRates,
  type Record,
  SampleProcessing,
  sampleSwitches,
} from '@sillage/contract';
import { canBeWritten } from '@sillage/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceButtons } from '../ui/choice-buttons.tsx';
import type { DownloadChoice } from './download-choice.ts';
import styles from './download-dialog.module.css';
import { readRate } from './sample-rate.ts';

const groups = ['measures', 'track', 'results', 'all'] as const;

/** Films have no samples: they leave as they were sent, alone or in a zip, and are left out of all else. */
export const leavesAs = ({ video }: Record, type: DownloadType): boolean =>
  video === null || type === 'raw' || type === 'zip';

/** The formats of a group that all of the records can be written in, in the order of the contract. */
function typesOf(group: (typeof groups)[number], records: readonly Record[]): DownloadType[] {
  const measured = records.filter(({ video }) => video === null);
  return Object.entries(downloadFormats).flatMap(([type, format]) =>
    isDownloadType(type) &&
    format.group === group &&
    records.some((record) => leavesAs(record, type)) &&
    measured.every(({ available_data }) => canBeWritten(type, available_data))
      ? [type]
      : [],
  );
}

/** The format with a sentence on what it holds, and how samples are made where the format has them. */
export function DownloadFormat(props: {
  records: readonly Record[];
  choice: DownloadChoice;
  onChange(some: Partial<DownloadChoice>): void;
}): ReactNode {
  const { t } = useTranslation('records');
  const { records, choice, onChange } = props;
  const offered = groups
    .map((group) => ({ group, types: typesOf(group, records) }))
    .filter(({ types }) => types.length > 0);
  return (
    <>
      <fieldset className={styles.group}>
        <legend>{t('download.format')}</legend>
        {offered.map(({ group, types }) => (
          <div key={group} className={styles.formats}>
            <span>{t(`download.groups.${group}`)}</span>
            <ChoiceButtons
              label={t(`download.groups.${group}`)}
              chosen={choice.type}
              choices={types.map((type) => ({ value: type, label: t(`download.${type}`) }))}
              onChoose={(type) => onChange({ type })}
            />
          </div>
        ))}
        <p className={styles.hint}>{t(`download.${choice.type}Hint`)}</p>
      </fieldset>
      {downloadFormats[choice.type].isProcessed && <Processing choice={choice} onChange={onChange} />}
    </>
  );
}

function Processing(props: { choice: DownloadChoice; onChange(some: Partial<DownloadChoice>): void }): ReactNode {
  const { t } = useTranslation('records');
  const { choice, onChange } = props;
  const rate = readRate(choice.rate);
  const takesRate = processingRates[choice.processing];
  const isWrong = rate === 'invalid' || (rate === undefined && takesRate === 'required');
  return (
    <>
      <TextField
        select
        label={t('download.processing')}
        value={choice.processing}
        helperText={t(`download.processings.${choice.processing}Hint`)}
        onChange={(event) => {
          const processing = SampleProcessing.parse(event.target.value);
          // Resampling needs a rate; the mean of cycles has its own points unless somebody wants others.
          onChange({ processing, rate: processingRates[processing] === 'required' ? '100' : '' });
        }}
      >
        {SampleProcessing.options.map((processing) => (
          <MenuItem key={processing} value={processing}>
            {t(`download.processings.${processing}`)}
          </MenuItem>
        ))}
      </TextField>
      <div className={styles.samples}>
        {takesRate !== 'none' && (
          <TextField
            label={t('download.rate')}
            value={choice.rate}
            error={isWrong}
            helperText={t(isWrong ? 'download.rateInvalid' : `download.rateHints.${takesRate}`)}
            slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 10 } }}
            onChange={(event) => onChange({ rate: event.target.value })}
          />
        )}
        {sampleSwitches.map((name) => (
          <FormControlLabel
            key={name}
            label={t(`download.${name}`)}
            control={
              <Switch
                checked={choice.switches.includes(name)}
                onChange={(_event, isOn) =>
                  onChange({
                    switches: sampleSwitches.filter((one) => (one === name ? isOn : choice.switches.includes(one))),
                  })
                }
              />
            }
          />
        ))}
        <FormControlLabel
          label={t('download.computed')}
          control={
            <Switch checked={choice.withComputed} onChange={(_event, isOn) => onChange({ withComputed: isOn })} />
          }
        />
      </div>
    </>
  );
}
