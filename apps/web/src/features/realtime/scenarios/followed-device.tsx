import { mdiClose, mdiFullscreen } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import type { ScenarioPrompt } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import type { LiveDevice } from '../../../live/merge-device.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Heard, RunCommands } from './run-commands.ts';
import { countdownText, valueText } from './scenario-words.ts';
import styles from './scenarios.module.css';

/** ms between two looks at a countdown. */
const lookMs = 100;

/** What one device of a run shows, and its results so far. */
export function FollowedDevice(props: { device: LiveDevice; heard: Heard; commands: RunCommands }): ReactNode {
  const { t } = useTranslation('realtime');
  const language = useAppearance((appearance) => appearance.language);
  const { device, heard, commands } = props;
  const { status } = heard;
  const [isLarge, setLarge] = useState(false);
  const who = athleteNames(device.users) || device.name;
  // What is said again replaces what was said.
  const results = [...new Map((status.results ?? []).map((result) => [result.name, result])).values()];
  const prompts = <Prompts heard={heard} commands={commands} />;
  return (
    <article className={styles.card} aria-label={who}>
      <header className={styles.cardHead}>
        <h3>{who}</h3>
        {status.state === 'recovery_scenario' && <span>{t('scenario.recovering')}</span>}
        <span className={styles.spacer} />
        <IconButton aria-label={t('scenario.screen')} title={t('scenario.screen')} onClick={() => setLarge(true)}>
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
      {prompts}
      {status.waiting !== undefined && status.waiting.length > 0 && (
        <p className={styles.waiting} role="status">
          {t(device.is_connected ? 'scenario.analysing' : 'scenario.awaited', {
            names: status.waiting.map(({ title }) => inPageLanguage(title)).join(', '),
          })}
        </p>
      )}
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
      {isLarge && (
        <div className={styles.screen} role="dialog" aria-modal="true" aria-label={who}>
          {prompts}
          <Button size="large" onClick={() => setLarge(false)}>
            {t('scenario.close')}
          </Button>
        </div>
      )}
    </article>
  );
}

function Prompts({ heard, commands }: { heard: Heard; commands: RunCommands }): ReactNode {
  return (
    <div className={styles.prompts} aria-live="assertive">
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
      {prompt.remaining !== null && <Countdown seconds={prompt.remaining} atMs={atMs} />}
      {prompt.kind === 'number' && <p className={styles.figure}>{valueText(prompt, language)}</p>}
      {prompt.kind === 'choice' &&
        prompt.choices.map(({ value, text }) => (
          <Button key={value} variant="outlined" size="large" onClick={() => commands.answer(prompt.id, value)}>
            {inPageLanguage(text)}
          </Button>
        ))}
      {prompt.kind === 'enter' && <Enter prompt={prompt} commands={commands} />}
    </div>
  );
}

function Countdown({ seconds, atMs }: { seconds: number; atMs: number }): ReactNode {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), lookMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className={styles.figure} aria-hidden>
      {countdownText(seconds - Math.max(0, now - atMs) / 1000)}
    </p>
  );
}

function Enter({ prompt, commands }: { prompt: ScenarioPrompt; commands: RunCommands }): ReactNode {
  const { t } = useTranslation('realtime');
  const [typed, setTyped] = useState(prompt.value === null ? '' : String(prompt.value));
  const number = Number(typed.replace(',', '.'));
  const value = prompt.unit === null || !Number.isFinite(number) ? typed : number;
  return (
    <form
      className={styles.enter}
      onSubmit={(event) => {
        event.preventDefault();
        commands.answer(prompt.id, value);
      }}
    >
      <TextField
        label={`${t('scenario.value')}${prompt.unit === null ? '' : ` (${prompt.unit})`}`}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" variant="outlined" size="large" disabled={typed === ''}>
        {t('scenario.answer')}
      </Button>
    </form>
  );
}
