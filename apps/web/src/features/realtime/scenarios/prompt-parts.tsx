import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import type { ScenarioPrompt } from '@sillage/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunCommands } from './run-commands.ts';
import { countdownText } from './scenario-words.ts';

/** ms between two looks at a countdown. */
const lookMs = 100;

/** s that are left, as people count. @param atMs ms of the page's clock at which `seconds` were left */
export function Countdown(props: { seconds: number; atMs: number; className: string | undefined }): ReactNode {
  const { seconds, atMs, className } = props;
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), lookMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className={className} aria-hidden>
      {countdownText(seconds - Math.max(0, now - atMs) / 1000)}
    </p>
  );
}

/** A value that a run asks for. */
export function Enter(props: {
  prompt: ScenarioPrompt;
  commands: RunCommands;
  className: string | undefined;
}): ReactNode {
  const { prompt, commands, className } = props;
  const { t } = useTranslation('realtime');
  const [typed, setTyped] = useState(prompt.value === null ? '' : String(prompt.value));
  const number = Number(typed.replace(',', '.'));
  const value = prompt.unit === null || !Number.isFinite(number) ? typed : number;
  return (
    <form
      className={className}
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
