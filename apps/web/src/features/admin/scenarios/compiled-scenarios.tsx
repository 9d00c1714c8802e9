import Button from '@mui/material/Button';
import { api, type Scenario, uploadExtensions } from '@sillage/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../../base/active-client.ts';
import { notify, notifyProblem } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';
import { saveFile } from '../../../records/download.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import styles from './compiled-scenarios.module.css';
import { JailNote } from './jail-note.tsx';
import { type Edited, SourceEditor } from './source-editor.tsx';

/** The programs of a club: uploaded, edited, compiled again, downloaded. */
export default function CompiledScenarios(): ReactNode {
  const { t } = useTranslation('admin');
  const server = useServer();
  const { id: clientId } = useActiveClient();
  const queries = useQueryClient();
  const [edited, setEdited] = useState<Edited>();
  const key = ['compiledScenarios', clientId];
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => server.call(api.listCompiledScenarios, { params: { clientId }, signal }),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: key });
  const { mutate } = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSuccess: refresh,
    onError: notifyProblem,
  });
  const upload = (file: File): void =>
    mutate(() =>
      server.call(api.uploadCompiledScenario, {
        ...{ params: { clientId }, body: {} },
        file: { content: file, name: file.name },
      }),
    );
  const begin = (language: 'txt' | 'py'): void =>
    mutate(async () => {
      const { source } = await server.call(api.exampleScenario, { body: { language } });
      setEdited({ language, source, name: '' });
    });
  return (
    <section className={styles.screen} aria-label={t('compiledScenarios.title')}>
      <header className={styles.head}>
        <FileButton onFile={upload} />
        {(['txt', 'py'] as const).map((language) => (
          <Button key={language} variant="outlined" onClick={() => begin(language)}>
            {t('compiledScenarios.example', { language: t(`compiledScenarios.languages.${language}`) })}
          </Button>
        ))}
      </header>
      <JailNote />
      {data?.items.length === 0 && <p>{t('compiledScenarios.empty')}</p>}
      <ul className={styles.list}>
        {data?.items.map((scenario) => (
          <Program key={scenario.id} scenario={scenario} onEdit={setEdited} mutate={mutate} />
        ))}
      </ul>
      {edited !== undefined && (
        <SourceEditor
          edited={edited}
          onClose={() => {
            setEdited(undefined);
            void refresh();
          }}
        />
      )}
    </section>
  );
}

function FileButton({ onFile }: { onFile(file: File): void }): ReactNode {
  const { t } = useTranslation('admin');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('compiledScenarios.upload')}
        accept={uploadExtensions.compiledScenario.join(',')}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) onFile(file);
        }}
      />
      <Button variant="contained" onClick={() => input.current?.click()}>
        {t('compiledScenarios.upload')}
      </Button>
    </>
  );
}

function Program(props: {
  scenario: Scenario;
  onEdit(edited: Edited): void;
  mutate(work: () => Promise<unknown>): void;
}): ReactNode {
  const { t } = useTranslation('admin');
  const server = useServer();
  const { id: clientId } = useActiveClient();
  const [isLeaving, setLeaving] = useState(false);
  const { scenario, mutate } = props;
  const { id, name, classname, language, problems } = scenario;
  const params = { clientId, id };
  const edit = async (): Promise<void> => {
    const read = await server.call(api.readCompiledScenario, { params });
    props.onEdit({ id, name, language: read.language ?? 'txt', source: read.source });
  };
  const recompile = async (): Promise<void> => {
    await server.call(api.recompileScenario, { params });
    notify({ kind: 'success', text: t('compiledScenarios.compiled', { name }) });
  };
  const download = async (): Promise<void> =>
    saveFile(await server.fetchBytes(api.downloadCompiledScenario, { params }), `${classname}.${language ?? 'txt'}`);
  return (
    <li className={styles.row}>
      <strong>{name}</strong>
      <code>{`${classname}.${language ?? ''}`}</code>
      <span className={problems.length > 0 ? styles.broken : styles.fine}>
        {problems.length === 0
          ? t('compiledScenarios.ok')
          : t('compiledScenarios.problems', { count: problems.length })}
      </span>
      <span className={styles.spacer} />
      <Button onClick={() => mutate(edit)}>{t('compiledScenarios.edit')}</Button>
      <Button onClick={() => mutate(recompile)}>{t('compiledScenarios.recompile')}</Button>
      <Button onClick={() => mutate(download)}>{t('compiledScenarios.download')}</Button>
      <Button color="error" onClick={() => setLeaving(true)}>
        {t('compiledScenarios.delete')}
      </Button>
      {isLeaving && (
        <ConfirmDialog
          title={t('compiledScenarios.deleteTitle', { name })}
          text={t('compiledScenarios.deleteText')}
          verb={t('compiledScenarios.delete')}
          pending={false}
          onConfirm={() => {
            setLeaving(false);
            mutate(() => server.call(api.removeClientScenario, { params: { clientId, scenarioId: id } }));
          }}
          onClose={() => setLeaving(false)}
        />
      )}
    </li>
  );
}
