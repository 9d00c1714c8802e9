import { mdiPlay } from '@mdi/js';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { api, type DryRunQuestion, limits, type ScenarioLanguage, type ScenarioParam } from '@sillage/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../../base/active-client.ts';
import { useAppearance } from '../../../base/appearance.ts';
import { notifyProblem } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';
import { titleOf } from '../../../records/describe-record.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ParamField } from '../../../ui/param-field.tsx';
import { readValues, startValues, type TypedParams } from '../../../ui/param-values.ts';
import { typedNumber } from '../../../ui/typed-number.ts';
import styles from './dry-run.module.css';
import { DryRunQuestions } from './dry-run-questions.tsx';
import { DryRunTimeline } from './dry-run-timeline.tsx';
import { readAnswers } from './read-answers.ts';
import { readPresses } from './read-presses.ts';

/** Records that are offered, the newest. */
const offered = 30;

/** s of a record that are tried. */
const triedSeconds: Readonly<Record<ScenarioLanguage, number>> = {
  txt: limits.dryRunSeconds,
  py: limits.dryRunPythonSeconds,
};

interface Props {
  readonly language: ScenarioLanguage;
  readonly source: string;
  readonly params: readonly ScenarioParam[];
  /** The source has no problem. */
  readonly ready: boolean;
  /** The line at which the program stood at the cursor of its last try; undefined where that is no line of the source as it is now. */
  readonly onCursor: (line: number | undefined) => void;
  readonly onLine: (line: number) => void;
}

interface Tried {
  readonly record_id: number;
  readonly source: string;
}
const ignore = () => undefined;

/** Tries a source on a record; nothing is kept. */
export function DryRunPanel({ language, source, params, ready, onCursor, onLine }: Props): ReactNode {
  const { t } = useTranslation('admin');
  const server = useServer();
  const { id: clientId } = useActiveClient();
  const shownIn = useAppearance((appearance) => appearance.language);
  const [recordId, setRecordId] = useState<number>();
  const [presses, setPresses] = useState(() => typedNumber(0.5, 1, shownIn));
  const [typed, setTyped] = useState<TypedParams>({});
  const [questions, setQuestions] = useState<readonly DryRunQuestion[]>([]);
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const { data } = useQuery({
    queryKey: ['recordsToTry', clientId],
    queryFn: ({ signal }) =>
      server.call(api.listRecords, { body: { clientIds: [clientId], pageSize: offered, pageId: 1 }, signal }),
  });
  const pressed = readPresses(presses, limits.dryRunSeconds);
  const entered = { ...startValues(params, shownIn), ...typed };
  const values = readValues(params, entered);
  const run = useMutation({
    mutationFn: ({ record_id, source }: Tried) =>
      server.call(api.dryRunScenario, {
        body: {
          ...{ language, source, record_id, presses: pressed ?? [], params: values ?? {} },
          answers: readAnswers(questions, answers),
        },
      }),
    onSuccess: (found) => setQuestions(found.questions),
    onError: notifyProblem,
  });
  const isOld = run.variables !== undefined && run.variables.source !== source;
  const records = (data?.records ?? []).filter(({ visualisable }) => visualisable);
  return (
    <section className={styles.panel} aria-label={t('compiledScenarios.dryRun')}>
      <div className={styles.asked}>
        <h3>{t('compiledScenarios.dryRun')}</h3>
        <TextField
          select
          size="small"
          className={styles.record ?? ''}
          label={t('compiledScenarios.onRecord')}
          value={recordId ?? ''}
          onChange={({ target }) => setRecordId(Number(target.value))}
        >
          {records.map((record) => (
            <MenuItem key={record.id} value={record.id}>
              {[titleOf(record, shownIn), record.basename].join(' · ')}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          size="small"
          className={styles.presses ?? ''}
          label={t('compiledScenarios.presses')}
          value={presses}
          error={pressed === undefined}
          onChange={({ target }) => setPresses(target.value)}
        />
        <Button
          variant="outlined"
          loading={run.isPending}
          disabled={!ready || recordId === undefined || pressed === undefined || values === undefined}
          onClick={() => recordId !== undefined && run.mutate({ record_id: recordId, source })}
        >
          <Icon path={mdiPlay} />
          {t('compiledScenarios.try')}
        </Button>
        <span>{t('compiledScenarios.dryRunText', { minutes: triedSeconds[language] / 60 })}</span>
      </div>
      {params.length > 0 && (
        <fieldset className={styles.fields} aria-label={t('compiledScenarios.params')}>
          {params.map((param) => (
            <ParamField
              key={param.name}
              size="small"
              param={param}
              value={entered[param.name] ?? ''}
              onChange={(value) => setTyped({ ...typed, [param.name]: value })}
            />
          ))}
        </fieldset>
      )}
      <DryRunQuestions
        {...{ questions, typed: answers }}
        onType={(prompt, text) => setAnswers({ ...answers, [prompt]: text })}
      />
      {run.data !== undefined && (
        <>
          {isOld && (
            <p role="note" className={styles.old}>
              {t('compiledScenarios.triedBefore')}
            </p>
          )}
          <DryRunTimeline
            found={run.data}
            record={records.find(({ id }) => id === run.variables.record_id)}
            onCursor={isOld ? ignore : onCursor}
            onLine={onLine}
          />
        </>
      )}
    </section>
  );
}
