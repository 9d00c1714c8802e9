import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type Language, languages, type Record, type RecordEdit } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useAppearance } from '../base/appearance.ts';
import { isAdministrator } from '../base/may.ts';
import { useUser } from '../base/services.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { LongField } from '../ui/long-field.tsx';
import { TimezonePick } from '../ui/timezone-pick.tsx';
import { RecordFields } from './associate-dialog.tsx';
import styles from './dialogs.module.css';
import { parseDateTime, writeDateTime } from './parse-date.ts';
import { ProtocolFields, readProtocol } from './protocol-fields.tsx';
import { useClientLists, useEditRecords } from './record-queries.ts';
import { changedFields, type Fields, sharedFields } from './shared-fields.ts';
import { type ProtocolNumber, protocolNumbers, type TypedProtocol, typedProtocolOf } from './typed-protocol.ts';

/** What is said of one record alone. */
interface OwnFields {
  readonly basename: string;
  /** As `writeDateTime` writes it in `timezone`. */
  readonly date: string;
  readonly timezone: string;
  readonly group_id: number | null;
  readonly otherData: string;
  readonly protocol: TypedProtocol;
}

const OtherData = z.record(z.string(), z.unknown());

function ownFieldsOf(record: Record, language: Language): OwnFields {
  return {
    basename: record.basename,
    date: writeDateTime(record.timestamp, record.timezone, language),
    timezone: record.timezone,
    group_id: record.group_id,
    otherData: textOf(record.other_data),
    protocol: typedProtocolOf(record.protocol, language),
  };
}

const inOrder = (all: object) => JSON.stringify(Object.entries(all).sort(([a], [b]) => a.localeCompare(b)));
const isSame = (one: object, other: object) => inOrder(one) === inOrder(other);

const textOf = (otherData: Record['other_data']) => JSON.stringify(otherData, null, 2);

function readOtherData(text: string): { [key: string]: unknown } | undefined {
  try {
    return OtherData.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

type Problem = 'name' | 'date' | 'json' | ProtocolNumber;

/** What has changed, or by field why it cannot be kept. */
export function judgeOwnFields(record: Record, after: OwnFields): RecordEdit | { problems: ReadonlySet<Problem> } {
  // The text has no milliseconds: as long as it says the same moment, that one stays.
  const isSameDate = languages.some((one) => after.date === writeDateTime(record.timestamp, after.timezone, one));
  const timestamp = isSameDate ? record.timestamp : parseDateTime(after.date, after.timezone);
  const otherData = readOtherData(after.otherData);
  const basename = after.basename.trim();
  const problems = new Set<Problem>();
  if (basename === '') problems.add('name');
  if (timestamp === undefined) problems.add('date');
  if (otherData === undefined) problems.add('json');
  const protocol = readProtocol(after.protocol);
  if ('problems' in protocol) for (const name of protocol.problems) problems.add(name);
  if (problems.size > 0) return { problems };
  return {
    ...(basename === record.basename ? {} : { basename }),
    ...(timestamp === record.timestamp || timestamp === undefined ? {} : { timestamp }),
    ...(after.timezone === record.timezone ? {} : { timezone: after.timezone }),
    ...('problems' in protocol || isSame(protocol, record.protocol) ? {} : { protocol }),
    ...(after.group_id === record.group_id ? {} : { group_id: after.group_id }),
    ...(after.otherData === textOf(record.other_data) || otherData === undefined ? {} : { other_data: otherData }),
  };
}

/** Everything that people say of a record. */
export function EditRecordDialog(props: { record: Record; onClose(): void }): ReactNode {
  const { t } = useTranslation('records');
  const { record } = props;
  const language = useAppearance((appearance) => appearance.language);
  const [before] = useState(() => sharedFields([record]));
  const [fields, setFields] = useState<Fields>(before);
  const [own, setOwn] = useState(() => ownFieldsOf(record, language));
  const [asked, setAsked] = useState(false);
  const edit = useEditRecords();
  const judged = judgeOwnFields(record, own);
  const problems: ReadonlySet<Problem> = asked && 'problems' in judged ? judged.problems : new Set();
  const save = () => {
    setAsked(true);
    if ('problems' in judged) return;
    const changes = { ...changedFields(before, fields), ...judged };
    edit.mutate({ ids: [record.id], edit: changes }, { onSuccess: props.onClose });
  };
  return (
    <FormDialog
      title={t('edit.title')}
      className={styles.fields}
      cancel={t('cancel')}
      save={t('edit.save')}
      saving={edit.isPending}
      onSave={save}
      onClose={props.onClose}
    >
      <RecordFields fields={fields} onChange={(some) => setFields((all) => ({ ...all, ...some }))} />
      <OwnRecordFields
        record={record}
        fields={own}
        problems={problems}
        onChange={(some) => setOwn((all) => ({ ...all, ...some }))}
      />
    </FormDialog>
  );
}

function OwnRecordFields(props: {
  record: Record;
  fields: OwnFields;
  problems: ReadonlySet<Problem>;
  onChange(some: Partial<OwnFields>): void;
}): ReactNode {
  const { t } = useTranslation('records');
  const language = useAppearance((appearance) => appearance.language);
  const seesOtherData = isAdministrator(useUser());
  const { groups } = useClientLists();
  const { record, fields, problems, onChange } = props;
  // The group that it has stays to be chosen for who is not in it.
  const known = groups.some(({ id }) => id === record.group_id);
  const others = known || record.group_id === null ? [] : [{ id: record.group_id, name: record.group_name ?? '' }];
  const moveTo = (timezone: string) => {
    const moment = parseDateTime(fields.date, fields.timezone);
    onChange({ timezone, ...(moment === undefined ? {} : { date: writeDateTime(moment, timezone, language) }) });
  };
  return (
    <>
      <div className={styles.columns}>
        <TextField
          label={t('field.name')}
          value={fields.basename}
          disabled={!record.may.fields.includes('basename')}
          error={problems.has('name')}
          helperText={problems.has('name') && t('edit.problem.name')}
          slotProps={{ htmlInput: { maxLength: 200 } }}
          onChange={(event) => onChange({ basename: event.target.value })}
        />
        <TextField
          select
          label={t('field.group')}
          value={fields.group_id ?? ''}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          onChange={(event) => onChange({ group_id: event.target.value === '' ? null : Number(event.target.value) })}
        >
          <MenuItem value="">{t('edit.noGroup')}</MenuItem>
          {[...groups, ...others].map((group) => (
            <MenuItem key={group.id} value={group.id}>
              {group.name}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label={t('field.date')}
          value={fields.date}
          disabled={!record.may.fields.includes('timestamp')}
          error={problems.has('date')}
          helperText={problems.has('date') ? t('edit.problem.date') : t('edit.dateForm')}
          onChange={(event) => onChange({ date: event.target.value })}
        />
        <TimezonePick label={t('field.timezone')} labelled value={fields.timezone} onChoose={moveTo} />
      </div>
      <ProtocolFields
        typed={fields.protocol}
        problems={new Set(protocolNumbers.filter((name) => problems.has(name)))}
        onChange={(some) => onChange({ protocol: { ...fields.protocol, ...some } })}
      />
      {seesOtherData && (
        <LongField
          label={t('field.otherData')}
          rows={4}
          value={fields.otherData}
          problem={problems.has('json') ? t('edit.problem.json') : undefined}
          onChange={(event) => onChange({ otherData: event.target.value })}
        />
      )}
    </>
  );
}
