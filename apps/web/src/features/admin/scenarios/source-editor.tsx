import { mdiAlertCircleOutline, mdiCheck, mdiHistory } from '@mdi/js';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import TextField from '@mui/material/TextField';
import { ApiError } from '@sillage/client';
import {
  api,
  type CheckedSource,
  type ScenarioLanguage,
  type ScenarioParam,
  type ScenarioProblem,
} from '@sillage/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useCallback, useDeferredValue, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../../base/active-client.ts';
import { lazyPart } from '../../../base/load-part.ts';
import { inPageLanguage, notifyProblem, sentenceOfRefusal } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import { copyOfSource } from './copy-source.ts';
import { DryRunPanel } from './dry-run.tsx';
import styles from './source-editor.module.css';
import { StateGraph } from './state-graph.tsx';
import type { TakenText } from './versions-panel.tsx';

const CodeEditor = lazyPart(() => import('./code-editor.tsx'));
const VersionsPanel = lazyPart(() => import('./versions-panel.tsx'));

/** A source that is edited; without an id a new one. */
export interface Edited {
  readonly id?: number;
  readonly name: string;
  readonly language: ScenarioLanguage;
  readonly source: string;
  /** Of the product: it is read, and copied. */
  readonly isFixed?: boolean;
}

/** ms without a key before a source is judged. */
const settledMs = 400;
const noProblems: readonly ScenarioProblem[] = [];
const noParams: readonly ScenarioParam[] = [];

/** Edits a source; what is wrong with it is said at its line while it is typed, and what it does is drawn. */
export function SourceEditor(props: { edited: Edited; onClose(): void; onCopy(copy: Edited): void }): ReactNode {
  const { t } = useTranslation('admin');
  const heading = useId();
  const { edited, onClose } = props;
  const [name, setName] = useState(edited.name);
  const [source, setSource] = useState(edited.source);
  const [taken, setTaken] = useState<TakenText>();
  const [showsVersions, setShowsVersions] = useState(false);
  const language = taken?.language ?? edited.language;
  const { checked, problem, again } = useChecked(language, source);
  const [stoodLine, setStoodLine] = useState<number>();
  const [goTo, setGoTo] = useState<{ readonly line: number; readonly count: number }>();
  const goToLine = (line: number) => setGoTo((before) => ({ line, count: (before?.count ?? 0) + 1 }));
  return (
    <Dialog open fullScreen aria-labelledby={heading} onClose={(_, reason) => reason !== 'escapeKeyDown' && onClose()}>
      <div className={styles.screen}>
        <Head
          {...{ edited, name, language, source, heading, onClose, onName: setName, onCopy: props.onCopy }}
          onVersions={() => setShowsVersions(true)}
          count={problem === null ? checked?.problems.length : undefined}
        />
        {problem !== null && (
          <p role="alert" className={styles.unchecked}>
            {t('compiledScenarios.unchecked', { why: whyOf(problem) })}
            <Button onClick={again}>{t('compiledScenarios.again')}</Button>
          </p>
        )}
        <Body
          {...{ language, source, taken, checked, stoodLine, goTo, goToLine }}
          isFixed={edited.isFixed ?? false}
          onChange={setSource}
        />
        <DryRunPanel
          {...{ language, source }}
          params={checked?.params ?? noParams}
          ready={problem === null && checked?.problems.length === 0}
          onCursor={setStoodLine}
          onLine={goToLine}
        />
      </div>
      {showsVersions && edited.id !== undefined && (
        <Suspense>
          <VersionsPanel
            {...{ id: edited.id, source, onClose: () => setShowsVersions(false) }}
            onTake={(text) => {
              setTaken(text);
              setShowsVersions(false);
            }}
          />
        </Suspense>
      )}
    </Dialog>
  );
}

/** The text with its problems, and beside it what it does. */
function Body(props: {
  language: ScenarioLanguage;
  source: string;
  taken: TakenText | undefined;
  checked: CheckedSource | undefined;
  /** Where its last try stood at the cursor. */
  stoodLine: number | undefined;
  goTo: { readonly line: number; readonly count: number } | undefined;
  goToLine(line: number): void;
  isFixed: boolean;
  onChange(source: string): void;
}): ReactNode {
  const { t } = useTranslation('admin');
  const { checked, goToLine, ...ofEditor } = props;
  const problems = checked?.problems ?? noProblems;
  const drawing = checked?.drawing ?? null;
  const replaceWith = useCallback((word: string) => t('compiledScenarios.replaceWith', { word }), [t]);
  return (
    <div className={styles.body} data-alone={drawing === null}>
      <div className={styles.code}>
        <div>
          <Suspense>
            <CodeEditor {...{ ...ofEditor, problems, replaceWith }} label={t('compiledScenarios.source')} />
          </Suspense>
        </div>
        <Problems problems={problems} onLine={goToLine} />
      </div>
      {drawing !== null && (
        <StateGraph {...{ drawing, source: props.source, stoodLine: props.stoodLine, onLine: goToLine }} />
      )}
    </div>
  );
}

/** What the server says of a source once it has rested. */
function useChecked(language: ScenarioLanguage, source: string) {
  const server = useServer();
  const settled = useSettled(useDeferredValue(source), settledMs);
  const { data, error, refetch } = useQuery({
    queryKey: ['checkScenarioSource', language, settled],
    queryFn: ({ signal }) => server.call(api.checkScenarioSource, { body: { language, source: settled }, signal }),
    placeholderData: (before) => before,
    retry: false,
  });
  return { checked: data, problem: error, again: () => void refetch() };
}

const whyOf = (problem: Error): string =>
  problem instanceof ApiError ? sentenceOfRefusal(problem.body) : inPageLanguage(noAnswer);
const noAnswer = { fr: 'le serveur ne répond pas', en: 'the server does not answer' };

function Head(props: {
  edited: Edited;
  name: string;
  language: ScenarioLanguage;
  source: string;
  heading: string;
  /** Of problems; undefined while that is not known. */
  count: number | undefined;
  onName(name: string): void;
  onClose(): void;
  onCopy(copy: Edited): void;
  onVersions(): void;
}): ReactNode {
  const { t } = useTranslation('admin');
  const server = useServer();
  const { id: clientId } = useActiveClient();
  const { edited, language, source, count, onClose } = props;
  const { id, isFixed } = edited;
  const name = props.name.trim();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      id === undefined
        ? server.call(api.uploadCompiledScenario, {
            ...{ params: { clientId }, body: { language, source, ...(name !== '' && { name }) } },
          })
        : server.call(api.editCompiledScenario, { params: { clientId, id }, body: { name, language, source } }),
    onSuccess: onClose,
    onError: notifyProblem,
  });
  return (
    <header className={styles.head}>
      <h2 id={props.heading}>
        {isFixed ? edited.name : t(id === undefined ? 'compiledScenarios.new' : 'compiledScenarios.edit')}
      </h2>
      {isFixed ? (
        <span>{t('compiledScenarios.ofProduct')}</span>
      ) : (
        <TextField
          size="small"
          className={styles.name ?? ''}
          label={t('compiledScenarios.name')}
          helperText={id === undefined && name === '' ? t('compiledScenarios.nameOfHeader') : undefined}
          value={props.name}
          onChange={({ target }) => props.onName(target.value)}
        />
      )}
      <span role="status">
        {count === 0 && (
          <span className={styles.fine}>
            <Icon path={mdiCheck} size={18} /> {t('compiledScenarios.noProblem')}
          </span>
        )}
        {count !== undefined && count > 0 && (
          <strong className={styles.count}>
            <Icon path={mdiAlertCircleOutline} size={18} /> {t('compiledScenarios.problems', { count })}
          </strong>
        )}
      </span>
      {id !== undefined && !isFixed && (
        <Button onClick={props.onVersions}>
          <Icon path={mdiHistory} />
          {t('compiledScenarios.versions')}
        </Button>
      )}
      <Button onClick={onClose}>{t(isFixed ? 'compiledScenarios.close' : 'compiledScenarios.cancel')}</Button>
      {isFixed ? (
        <Button variant="contained" onClick={() => props.onCopy({ language, name: '', source: copyOfSource(source) })}>
          {t('compiledScenarios.copy')}
        </Button>
      ) : (
        <Button
          variant="contained"
          loading={isPending}
          disabled={id !== undefined && name === ''}
          onClick={() => mutate()}
        >
          {t('compiledScenarios.save')}
        </Button>
      )}
    </header>
  );
}

function Problems(props: { problems: readonly ScenarioProblem[]; onLine(line: number): void }): ReactNode {
  const { t, i18n } = useTranslation('admin');
  if (props.problems.length === 0) return null;
  const other = i18n.language === 'fr' ? 'en' : 'fr';
  return (
    <ul className={styles.problems}>
      {props.problems.map(({ line, column, message, suggestion }) => (
        <li key={`${line} ${column} ${message.en}`}>
          <button type="button" onClick={() => props.onLine(line)}>
            {t('compiledScenarios.at', { line, column })} · {inPageLanguage(message)}
            {suggestion !== null && ` ${inPageLanguage(suggestion)}`}
          </button>
          <small lang={other}>{message[other]}</small>
        </li>
      ))}
    </ul>
  );
}
