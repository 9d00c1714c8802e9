import { mdiCheck, mdiClose, mdiGestureTapButton, mdiStopCircleOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import type { ScenarioPrompt, ScenarioStatus } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import type { LiveDevice } from '../../../live/merge-device.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Countdown, Enter } from './prompt-parts.tsx';
import type { Heard, RunCommands } from './run-commands.ts';
import styles from './run-screen.module.css';
import { groundOfEnd, moodOf, splitValue, valueText } from './scenario-words.ts';
import { SoundSwitch } from './sound-switch.tsx';

interface Props {
  readonly name: string;
  readonly members: readonly { readonly device: LiveDevice; readonly heard: Heard }[];
  readonly commands: RunCommands;
  readonly onStop: () => void;
  readonly onClose: () => void;
}

/** A run as it is read from five metres: what each athlete is to do, one to four side by side. */
export function RunScreen({ name, members, commands, onStop, onClose }: Props): ReactNode {
  const { t } = useTranslation('realtime');
  const heading = useId();
  const [first] = members;
  const step = first?.heard.status.step_title;
  const isOver = members.every(({ heard }) => heard.status.state === 'archived');
  return (
    <Dialog open fullScreen onClose={onClose} aria-labelledby={heading}>
      <div className={styles.screen}>
        <header className={styles.head}>
          <h2 id={heading}>{members.length === 1 && first ? whoOf(first.device) : name}</h2>
          <span>{step ? inPageLanguage(step) : ''}</span>
          <SoundSwitch />
          {!isOver && (
            <Button variant="outlined" color="error" size="large" className={styles.stop ?? ''} onClick={onStop}>
              <Icon path={mdiStopCircleOutline} />
              {t('scenario.stopEllipsis')}
            </Button>
          )}
          <IconButton aria-label={t('scenario.close')} title={t('scenario.close')} onClick={onClose}>
            <Icon path={mdiClose} />
          </IconButton>
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: with many athletes it scrolls, by keys too */}
        <section className={styles.athletes} data-count={Math.min(members.length, 5)} aria-label={name} tabIndex={0}>
          {members.map(({ device, heard }) => (
            <Athlete
              key={device.number}
              who={members.length === 1 ? undefined : whoOf(device)}
              heard={heard}
              commands={commands}
            />
          ))}
        </section>
        <Button
          variant="contained"
          size="large"
          autoFocus
          className={styles.push ?? ''}
          onClick={isOver ? onClose : () => commands.push()}
        >
          <Icon path={isOver ? mdiClose : mdiGestureTapButton} size={32} />
          {t(isOver ? 'scenario.close' : 'scenario.push')}
        </Button>
      </div>
    </Dialog>
  );
}

const whoOf = (device: LiveDevice): string => athleteNames(device.users) || device.name;

function Athlete(props: { who: string | undefined; heard: Heard; commands: RunCommands }): ReactNode {
  const { t } = useTranslation('realtime');
  const { who, heard, commands } = props;
  const { status } = heard;
  const isOver = status.state === 'archived';
  return (
    <article className={styles.athlete} data-mood={isOver ? groundOfEnd(status) : moodOf(status)} aria-label={who}>
      {who !== undefined && <h3>{who}</h3>}
      <div className={styles.prompts} aria-live="assertive">
        {status.state === 'recovery_scenario' && <p className={styles.line}>{t('scenario.recovering')}</p>}
        {isOver && (
          <p className={styles.word} data-long>
            {status.verdict ? inPageLanguage(status.verdict) : t(`scenario.ends.${status.end ?? 'done'}`)}
          </p>
        )}
        {status.prompts.map((prompt, at) => (
          <LargePrompt
            key={prompt.id}
            isLast={at === status.prompts.length - 1}
            {...{ prompt, atMs: heard.atMs, commands }}
          />
        ))}
      </div>
      <Results status={status} most={isOver ? Number.POSITIVE_INFINITY : shownResults} />
    </article>
  );
}

function LargePrompt(props: {
  prompt: ScenarioPrompt;
  /** What was said before is still true, but not what is to be done now. */
  isLast: boolean;
  atMs: number;
  commands: RunCommands;
}): ReactNode {
  const { prompt, isLast, atMs, commands } = props;
  const language = useAppearance((appearance) => appearance.language);
  const text = inPageLanguage(prompt);
  const isFigure = prompt.kind === 'number' || prompt.remaining !== null;
  return (
    <>
      {prompt.remaining !== null && <Countdown seconds={prompt.remaining} atMs={atMs} className={styles.figure} />}
      {prompt.kind === 'number' && (
        <p className={styles.figure}>
          {splitValue(prompt, language).figure} <small>{splitValue(prompt, language).unit}</small>
        </p>
      )}
      <p className={isFigure || !isLast ? styles.line : styles.word} data-long={text.length > 14}>
        {text}
      </p>
      {prompt.kind === 'choice' && (
        <div className={styles.choices}>
          {prompt.choices.map(({ value, text: words }) => (
            <Button key={value} variant="outlined" size="large" onClick={() => commands.answer(prompt.id, value)}>
              {inPageLanguage(words)}
            </Button>
          ))}
        </div>
      )}
      {prompt.kind === 'enter' && <Enter prompt={prompt} commands={commands} className={styles.enter} />}
    </>
  );
}

/** The last ones, as many as stand beside each other. */
const shownResults = 4;

function Results({ status, most }: { status: ScenarioStatus; most: number }): ReactNode {
  const { t } = useTranslation('realtime');
  const language = useAppearance((appearance) => appearance.language);
  const results = [...new Map((status.results ?? []).map((result) => [result.name, result])).values()];
  if (results.length === 0) return null;
  return (
    <dl className={styles.results} data-all={most > shownResults} aria-label={t('scenario.results')}>
      {results.slice(-most).map((result) => (
        <div key={result.name}>
          <dt>
            <Icon path={mdiCheck} size={20} />
            {result.title ? inPageLanguage(result.title) : result.name}
          </dt>
          <dd>{valueText(result, language)}</dd>
        </div>
      ))}
    </dl>
  );
}
