import { mdiClose, mdiFullscreen } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { RunTrial, ScenarioPrompt } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import type { LiveDevice } from '../../../live/merge-device.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ForceTrace } from './force-trace.tsx';
import { Countdown, Enter } from './prompt-parts.tsx';
import type { Heard, RunCommands } from './run-commands.ts';
import { moodOf, valueText } from './scenario-words.ts';
import styles from './scenarios.module.css';
import { TrialSlots } from './trial-slots.tsx';

/** What one device of a run shows, and its results so far. */
export function FollowedDevice(props: {
  device: LiveDevice;
  heard: Heard;
  commands: RunCommands;
  trials: readonly RunTrial[];
  onLarge(): void;
}): ReactNode {
  const { t } = useTranslation('realtime');
  const language = useAppearance((appearance) => appearance.language);
  const { device, heard, commands, trials } = props;
  const { status } = heard;
  const who = athleteNames(device.users) || device.name;
  // What is said again replaces what was said; what stands in the place of a trial is not said twice.
  const inTrials = new Set(trials.flatMap((trial) => trial.results.slice(0, 1).map(({ name }) => name)));
  const results = [...new Map((status.results ?? []).map((result) => [result.name, result])).values()].filter(
    ({ name }) => !inTrials.has(name),
  );
  return (
    <article className={styles.card} aria-label={who}>
      <header className={styles.cardHead}>
        <h3>{who}</h3>
        {status.state === 'recovery_scenario' && <span>{t('scenario.recovering')}</span>}
        <Turn status={status} />
        <span className={styles.spacer} />
        <IconButton aria-label={t('scenario.screen')} title={t('scenario.screen')} onClick={props.onLarge}>
          <Icon path={mdiFullscreen} />
        </IconButton>
        <IconButton
          aria-label={t('scenario.leave')}
          title={t('scenario.leave')}
          onClick={() => commands.leave(device.number)}
        >
          <Icon path={mdiClose} />
        </IconButton>
      </header>
      <Prompts heard={heard} commands={commands} />
      <ForceTrace device={device} />
      {status.waiting !== undefined && status.waiting.length > 0 && (
        <p className={styles.waiting} role="status">
          {t(device.is_connected ? 'scenario.analysing' : 'scenario.awaited', {
            names: status.waiting.map(({ title }) => inPageLanguage(title)).join(', '),
          })}
        </p>
      )}
      <TrialSlots trials={trials} number={device.number} />
      {results.length > 0 && (
        <dl className={styles.results} aria-label={t('scenario.results')}>
          {results.map((result) => (
            <div key={result.name}>
              <dt>{result.title ? inPageLanguage(result.title) : result.name}</dt>
              <dd>{valueText(result, language)}</dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  );
}

/** Whether the run waits for this athlete, or this athlete for the others. */
function Turn({ status }: { status: Heard['status'] }): ReactNode {
  const { t } = useTranslation('realtime');
  const numbers = status.waits_for?.numbers ?? [];
  if (numbers.length === 0) return null;
  const isAwaited = numbers.includes(status.number);
  return (
    <span className={styles.turn} data-awaited={isAwaited}>
      {t(isAwaited ? 'scenario.waits.awaited' : 'scenario.waits.ready')}
    </span>
  );
}

function Prompts({ heard, commands }: { heard: Heard; commands: RunCommands }): ReactNode {
  return (
    <div className={styles.prompts} data-mood={moodOf(heard.status)} aria-live="assertive">
      {heard.status.prompts.map((prompt) => (
        <Prompt key={prompt.id} prompt={prompt} atMs={heard.atMs} commands={commands} />
      ))}
    </div>
  );
}

function Prompt(props: { prompt: ScenarioPrompt; atMs: number; commands: RunCommands }): ReactNode {
  const { prompt, atMs, commands } = props;
  const language = useAppearance((appearance) => appearance.language);
  return (
    <div className={styles.prompt}>
      <p className={styles.word}>{inPageLanguage(prompt)}</p>
      {prompt.remaining !== null && <Countdown seconds={prompt.remaining} atMs={atMs} className={styles.figure} />}
      {prompt.kind === 'number' && <p className={styles.figure}>{valueText(prompt, language)}</p>}
      {prompt.kind === 'choice' &&
        prompt.choices.map(({ value, text }) => (
          <Button key={value} variant="outlined" size="large" onClick={() => commands.answer(prompt.id, value)}>
            {inPageLanguage(text)}
          </Button>
        ))}
      {prompt.kind === 'enter' && <Enter prompt={prompt} commands={commands} className={styles.enter} />}
    </div>
  );
}
