import { mdiReplay, mdiSkipNext } from '@mdi/js';
import Button from '@mui/material/Button';
import type { RunTrial } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage } from '../../../base/notify.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { RunCommands } from './run-commands.ts';
import styles from './scenarios.module.css';

/** Redoes or skips the trial under way, for all athletes of the run; nothing between trials. */
export function TrialCommands(props: { trials: readonly RunTrial[]; commands: RunCommands }): ReactNode {
  const { t } = useTranslation('realtime');
  const { leaveTrial, isLeavingTrial } = props.commands;
  const now = props.trials.find(({ state }) => state === 'running');
  if (now === undefined) return null;
  const trial = inPageLanguage(now.title);
  return (
    <fieldset className={styles.trial} aria-label={t('scenario.trials.commands')}>
      <Button disabled={isLeavingTrial} onClick={() => leaveTrial('redo', now.id)}>
        <Icon path={mdiReplay} />
        {t('scenario.trials.redo', { trial })}
      </Button>
      <Button disabled={isLeavingTrial} onClick={() => leaveTrial('skip', now.id)}>
        <Icon path={mdiSkipNext} />
        {t('scenario.trials.skip', { trial })}
      </Button>
    </fieldset>
  );
}
