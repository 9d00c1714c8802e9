import { mdiTimerSandEmpty } from '@mdi/js';
import Button from '@mui/material/Button';
import { ApiError } from '@sillage/client';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import styles from './login.module.css';

export interface Wait {
  /** s still to wait; 0 when it is over; undefined when nobody has to wait. */
  readonly seconds: number | undefined;
  /** Whether the server answered that there were too many tries, and how long to wait: then it counts down. */
  begin(problem: unknown): boolean;
  /** What was waited for does not matter any more, such as after another mail was typed. */
  forget(): void;
}

/** Counts down what the server said to wait after too many tries. */
export function useWait(): Wait {
  const [endMs, setEndMs] = useState<number>();
  const [nowMs, setNowMs] = useState(0);
  const seconds = endMs === undefined ? undefined : Math.max(0, Math.ceil((endMs - nowMs) / 1000));
  const counting = seconds !== undefined && seconds > 0;
  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => setNowMs(performance.now()), 250);
    return () => clearInterval(timer);
  }, [counting]);
  return {
    seconds,
    begin(problem) {
      const told = problem instanceof ApiError && problem.status === 429 ? problem.retryAfterSeconds : undefined;
      if (told === undefined) return false;
      const now = performance.now();
      setNowMs(now);
      setEndMs(now + told * 1000);
      return true;
    },
    forget: () => setEndMs(undefined),
  };
}

/** How long to wait, then that the wait is over. The sentence is read aloud when it appears, its seconds are not. */
export function WaitText({ seconds }: { seconds: number | undefined }): ReactNode {
  const { t } = useTranslation('login');
  if (seconds === undefined) return null;
  const over = seconds === 0;
  const minutes = Math.floor(seconds / 60);
  const rest = minutes === 0 ? t('wait.seconds', { seconds }) : t('wait.minutes', { minutes, seconds: seconds % 60 });
  return (
    <div className={over ? styles.waited : styles.wait}>
      <Icon path={mdiTimerSandEmpty} />
      <span>
        <span role="alert">{t(over ? 'wait.over' : 'wait.tooMany')}</span>
        {!over && (
          <>
            {' '}
            <span role="timer">{t('wait.again', { rest })}</span>
          </>
        )}
      </span>
    </div>
  );
}

/** The button of a form, off while there is something to wait for. */
export function SubmitAfterWait(props: { wait: Wait; busy: boolean; label: string }): ReactNode {
  const { seconds } = props.wait;
  return (
    <>
      <WaitText seconds={seconds} />
      <Button
        type="submit"
        variant="contained"
        size="large"
        loading={props.busy}
        disabled={Boolean(seconds)}
        className={styles.submit ?? ''}
      >
        {props.label}
      </Button>
    </>
  );
}
