import Button from '@mui/material/Button';
import { api, uploadExtensions } from '@sillage/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../../base/active-client.ts';
import { notifyProblem } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';
import styles from './compiled-scenarios.module.css';
import { JailNote } from './jail-note.tsx';
import { ProgramsTable } from './programs-table.tsx';
import { type Edited, SourceEditor } from './source-editor.tsx';

/** The programs of a club: uploaded, edited, compiled again, downloaded. */
export default function CompiledScenarios(): ReactNode {
  const { t } = useTranslation('admin');
  const server = useServer();
  const { id: clientId } = useActiveClient();
  const queries = useQueryClient();
  const [edited, setEdited] = useState<Edited>();
  const [key, ofPrograms] = [['compiledScenarios', clientId] as const, ['scenarioPrograms', clientId] as const];
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => server.call(api.listCompiledScenarios, { params: { clientId }, signal }),
  });
  const available = useQuery({
    queryKey: ofPrograms,
    queryFn: ({ signal }) => server.call(api.listAvailableCompiled, { params: { clientId }, signal }),
  });
  const ofProduct = (available.data?.items ?? []).filter(({ kind }) => kind === 'builtin');
  // Those that scenarios of the club may be made of, too.
  const refresh = () => Promise.all([key, ofPrograms].map((queryKey) => queries.invalidateQueries({ queryKey })));
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
      <ProgramsTable programs={[...(data?.items ?? []), ...ofProduct]} onOpen={setEdited} mutate={mutate} />
      {edited !== undefined && (
        <SourceEditor
          key={edited.isFixed ? 'fixed' : 'own'}
          edited={edited}
          onCopy={setEdited}
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
