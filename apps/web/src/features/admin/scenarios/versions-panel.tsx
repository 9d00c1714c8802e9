import { mdiMinus, mdiPlus } from '@mdi/js';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { api, limits, type ScenarioLanguage, type ScenarioVersion } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../../base/active-client.ts';
import { useServer } from '../../../base/services.tsx';
import { useFormatDate } from '../../../base/use-format-date.ts';
import { Icon } from '../../../ui/icon.tsx';
import { type ComparedLine, compareTexts } from './compare-texts.ts';
import styles from './versions-panel.module.css';

export interface TakenText {
  readonly language: ScenarioLanguage;
  readonly source: string;
}

/** The texts that a program has had: one is looked at beside the one in the editor, and taken back into it. */
export default function VersionsPanel(props: {
  id: number;
  /** What stands in the editor. */
  source: string;
  onTake(text: TakenText): void;
  onClose(): void;
}): ReactNode {
  const { t } = useTranslation('admin');
  const server = useServer();
  const { id: clientId } = useActiveClient();
  const heading = useId();
  const { id, source, onClose } = props;
  const [chosen, setChosen] = useState<number>();
  const { data } = useQuery({
    queryKey: ['scenarioVersions', clientId, id],
    queryFn: ({ signal }) => server.call(api.listScenarioVersions, { params: { clientId, id }, signal }),
    // Whoever opens the list wants to see what was kept just now.
    staleTime: 0,
  });
  const versions = data?.items ?? [];
  // The one before the present one: what was changed last.
  const versionId = chosen ?? (versions.find(({ is_present }) => !is_present) ?? versions[0])?.id;
  const { data: text } = useQuery({
    queryKey: ['scenarioVersion', clientId, id, versionId],
    queryFn: ({ signal }) =>
      server.call(api.readScenarioVersion, { params: { clientId, id, versionId: versionId ?? 0 }, signal }),
    enabled: versionId !== undefined,
  });
  const lines = text === undefined ? [] : compareTexts(text.source, source);
  const isSame = lines.every((line) => line.isSame);
  return (
    <Dialog open fullScreen aria-labelledby={heading} onClose={onClose}>
      <div className={styles.screen}>
        <header className={styles.head}>
          <h2 id={heading}>{t('compiledScenarios.versions')}</h2>
          <span>{t('compiledScenarios.versionsText', { most: limits.scenarioVersions })}</span>
          <Button onClick={onClose}>{t('compiledScenarios.close')}</Button>
          <Button
            variant="contained"
            disabled={text === undefined || isSame}
            onClick={() => text !== undefined && props.onTake({ language: text.language, source: text.source })}
          >
            {t('compiledScenarios.takeBack')}
          </Button>
        </header>
        {data?.items.length === 0 && <p className={styles.note}>{t('compiledScenarios.noVersion')}</p>}
        <div className={styles.body}>
          <ul className={styles.list} aria-label={t('compiledScenarios.versions')}>
            {versions.map((version) => (
              <li key={version.id}>
                <VersionButton
                  version={version}
                  isChosen={version.id === versionId}
                  onChoose={() => setChosen(version.id)}
                />
              </li>
            ))}
          </ul>
          {text !== undefined && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys, too
            <section className={styles.texts} aria-label={t('compiledScenarios.compared')} tabIndex={0}>
              {isSame && <p className={styles.note}>{t('compiledScenarios.sameText')}</p>}
              <Compared key={text.id} lines={lines} />
            </section>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function VersionButton(props: { version: ScenarioVersion; isChosen: boolean; onChoose(): void }): ReactNode {
  const { t } = useTranslation('admin');
  const moment = useFormatDate('moment');
  const { version, isChosen, onChoose } = props;
  return (
    <button type="button" className={styles.version} aria-pressed={isChosen} onClick={onChoose}>
      <strong>{moment(version.kept_at)}</strong>
      {version.is_present && <span className={styles.present}>{t('compiledScenarios.presentText')}</span>}
      <span className={styles.who}>{version.user_name || t('compiledScenarios.unknownWriter')}</span>
    </button>
  );
}

/** Two texts side by side; on a phone one line below the other. The first difference is in sight. */
function Compared({ lines }: { lines: readonly ComparedLine[] }): ReactNode {
  const { t } = useTranslation('admin');
  const first = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    first.current?.scrollIntoView({ block: 'center' });
  }, []);
  const firstAt = lines.findIndex(({ isSame }) => !isSame);
  return (
    <table className={styles.compared}>
      <thead>
        <tr>
          <th>{t('compiledScenarios.thisVersion')}</th>
          <th>{t('compiledScenarios.inEditor')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing but their place
          <tr key={at} ref={at === firstAt ? first : undefined} data-same={line.isSame}>
            <Line line={line.former} sign={line.isSame ? undefined : mdiMinus} side="former" />
            <Line line={line.present} sign={line.isSame ? undefined : mdiPlus} side="present" />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Line(props: { line: ComparedLine['former']; sign: string | undefined; side: string }): ReactNode {
  const { line, sign, side } = props;
  if (line === null) return <td data-side={side} data-none />;
  return (
    <td data-side={side} data-differs={sign !== undefined}>
      <div>
        <span className={styles.number}>{line.number}</span>
        <span className={styles.sign}>{sign !== undefined && <Icon path={sign} size={14} />}</span>
        <code>{line.text}</code>
      </div>
    </td>
  );
}
