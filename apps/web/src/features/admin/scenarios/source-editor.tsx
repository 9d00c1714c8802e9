import TextField from '@mui/material/TextField';
import { api, type ScenarioLanguage } from '@sillage/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../../base/active-client.ts';
import { inPageLanguage, notifyProblem } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import styles from './compiled-scenarios.module.css';

/** A source that is edited; without an id a new one. */
export interface Edited {
  readonly id?: number;
  readonly name: string;
  readonly language: ScenarioLanguage;
  readonly source: string;
}

/** ms without a key before a source is judged. */
const settledMs = 400;

/** Edits a source; what is wrong with it is said at its line while it is typed. */
export function SourceEditor({ edited, onClose }: { edited: Edited; onClose(): void }): ReactNode {
  const { t } = useTranslation('admin');
  const server = useServer();
  const { id: clientId } = useActiveClient();
  const [name, setName] = useState(edited.name);
  const [source, setSource] = useState(edited.source);
  const { language } = edited;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      edited.id === undefined
        ? server.call(api.uploadCompiledScenario, { params: { clientId }, body: { name, language, source } })
        : server.call(api.editCompiledScenario, { params: { clientId, id: edited.id }, body: { name, source } }),
    onSuccess: onClose,
    onError: notifyProblem,
  });
  return (
    <FormDialog
      title={t(edited.id === undefined ? 'compiledScenarios.new' : 'compiledScenarios.edit')}
      className={styles.editor}
      cancel={t('compiledScenarios.cancel')}
      save={t('compiledScenarios.save')}
      ready={name.trim() !== ''}
      saving={isPending}
      onSave={() => mutate()}
      onClose={onClose}
    >
      <TextField label={t('compiledScenarios.name')} value={name} onChange={({ target }) => setName(target.value)} />
      <TextField
        label={t('compiledScenarios.source')}
        multiline
        minRows={12}
        maxRows={24}
        value={source}
        onChange={({ target }) => setSource(target.value)}
        slotProps={{ htmlInput: { spellCheck: false, className: styles.code } }}
      />
      <Problems language={language} source={source} />
    </FormDialog>
  );
}

function Problems({ language, source }: { language: ScenarioLanguage; source: string }): ReactNode {
  const { t } = useTranslation('admin');
  const server = useServer();
  const settled = useSettled(useDeferredValue(source), settledMs);
  const { data } = useQuery({
    queryKey: ['checkScenarioSource', language, settled],
    queryFn: ({ signal }) => server.call(api.checkScenarioSource, { body: { language, source: settled }, signal }),
    placeholderData: (before) => before,
    retry: false,
  });
  return (
    <div role="status" aria-live="polite">
      {data?.problems.length === 0 && <p className={styles.fine}>{t('compiledScenarios.noProblem')}</p>}
      <ul className={styles.problems}>
        {data?.problems.map(({ line, column, message, suggestion }) => (
          <li key={`${line} ${column} ${message.en}`}>
            <strong>{t('compiledScenarios.at', { line, column })}</strong> {inPageLanguage(message)}
            {suggestion !== null && <> {t('compiledScenarios.instead', { suggestion: inPageLanguage(suggestion) })}</>}
          </li>
        ))}
      </ul>
    </div>
  );
}
