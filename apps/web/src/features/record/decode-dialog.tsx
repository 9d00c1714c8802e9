import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { api, type BodyIn, type CsvMapping, type Record, type RecordHistory } from '@sillage/contract';
import { csvHeadBytes } from '@sillage/formats/csv';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { isAdministrator } from '../../base/may.ts';
import { inPageLanguage } from '../../base/notify.ts';
import { useServer, useUser } from '../../base/services.tsx';
import { CsvMapper } from '../../records/csv/csv-mapper.tsx';
import { type CsvOfFile, lookAtHead } from '../../records/csv/look-at-head.ts';
import { recordKeys, useClientLists } from '../../records/record-queries.ts';
import { readFileRate } from '../../records/sample-rate.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { LongField } from '../../ui/long-field.tsx';
import { useOpenRecord } from './open-record.ts';
import { ScenarioField } from './scenario-field.tsx';
import { useStepActions } from './step-queries.ts';
import styles from './steps.module.css';

type Wanted = BodyIn<typeof api.decodeRecord>;

const OtherData = z.record(z.string(), z.unknown());

/** Decodes a record with another sport, scenario, rate, meaning of its columns or other data: what is changed becomes a step. */
export function DecodeDialog(props: { history: RecordHistory; onClose(): void }): ReactNode {
  const { t } = useTranslation('record');
  const { record } = useOpenRecord();
  const { decode } = useStepActions(record.id);
  const { sports } = useClientLists();
  const seesOtherData = isAdministrator(useUser());
  const csv = useCsvOfRecord(record, props.history);
  const kept = typeof record.other_data === 'string' ? {} : record.other_data;
  const before = {
    rate: String(kept.csv_rate ?? ''),
    otherData: JSON.stringify(record.other_data, null, 2),
  };
  const [sportId, setSportId] = useState(record.sport_id);
  const [scenarioId, setScenarioId] = useState<number | null>();
  const [rate, setRate] = useState(before.rate);
  const [otherData, setOtherData] = useState(before.otherData);
  const [mapping, setMapping] = useState<CsvMapping>();
  const shown = csv && { ...csv, mapping: mapping ?? csv.mapping };
  const hasRate = shown !== undefined && (shown.mapping.time === null || before.rate !== '');
  const rateHz = readFileRate(rate);
  const data = readObject(otherData);
  const isWrong = (hasRate && rateHz === 'invalid') || data === undefined;
  const wanted: Wanted = {
    ...(sportId !== record.sport_id && { sport_id: sportId }),
    ...(scenarioId !== undefined && { scenario_id: scenarioId }),
    ...(hasRate && rate !== before.rate && typeof rateHz === 'number' && { rate: rateHz }),
    ...(otherData !== before.otherData && data !== undefined && { other_data: data }),
    // Other data that say nothing of it leave it as it is.
    ...(kept.protocol !== undefined && data !== undefined && data.protocol === undefined && { protocol: {} }),
    ...(mapping !== undefined && { csv_mapping: mapping }),
  };
  const isSame = Object.keys(wanted).length === 0;
  return (
    <FormDialog
      title={t('decode.title')}
      className={styles.decode}
      cancel={t('cancel')}
      save={t(isSame ? 'decode.nothing' : 'decode.save')}
      ready={!isSame}
      saving={decode.isPending}
      onSave={() => !isWrong && decode.mutate(wanted, { onSuccess: props.onClose })}
      onClose={props.onClose}
    >
      <p>{t('decode.about')}</p>
      <TextField
        select
        label={t('sheet.sport')}
        value={sportId ?? ''}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        onChange={(event) => setSportId(event.target.value === '' ? null : Number(event.target.value))}
      >
        <MenuItem value="">{t('decode.noSport')}</MenuItem>
        {sports.map((sport) => (
          <MenuItem key={sport.id} value={sport.id}>
            {inPageLanguage(sport.display_name)}
          </MenuItem>
        ))}
      </TextField>
      <ScenarioField record={record} value={scenarioId} onChange={setScenarioId} />
      {hasRate && (
        <TextField
          label={t('decode.rate')}
          value={rate}
          error={rateHz === 'invalid'}
          helperText={t(rateHz === 'invalid' ? 'decode.rateWrong' : 'decode.rateHint')}
          slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 12 } }}
          onChange={(event) => setRate(event.target.value)}
        />
      )}
      {shown && (
        <CsvMapper csv={shown} rateHz={typeof rateHz === 'number' ? rateHz : undefined} onChange={setMapping} />
      )}
      {seesOtherData && (
        <LongField
          label={t('decode.otherData')}
          rows={4}
          value={otherData}
          problem={data === undefined ? t('decode.otherDataWrong') : undefined}
          onChange={(event) => setOtherData(event.target.value)}
        />
      )}
    </FormDialog>
  );
}

function readObject(text: string): { [key: string]: unknown } | undefined {
  try {
    return OtherData.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** What the beginning of the file of a record says of its columns, as it is decoded now; undefined for what is no CSV. */
function useCsvOfRecord(record: Record, { original, csv_mapping }: RecordHistory): CsvOfFile | undefined {
  const server = useServer();
  const { id, client_id } = record;
  const { data } = useQuery({
    queryKey: [...recordKeys.record(id), 'csv', csv_mapping],
    queryFn: async ({ signal }) => {
      const { body } = await server.fetchBytes(api.readRecordHead, { params: { id }, signal });
      const find = async (header: string) =>
        (await server.call(api.readCsvMapping, { params: { header }, query: { client_id }, signal })).mapping;
      return (await lookAtHead(body, body.length < csvHeadBytes, find, csv_mapping ?? undefined)) ?? null;
    },
    enabled: original.source === 'csv' && original.purged === null,
    retry: false,
    meta: { quiet: true },
  });
  return data ?? undefined;
}
