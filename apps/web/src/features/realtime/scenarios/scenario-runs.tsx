import { mdiFullscreen, mdiShieldAlertOutline, mdiStopCircle } from '@mdi/js';
import Button from '@mui/material/Button';
import type { RunTrial, ScenarioStatus } from '@sillage/contract';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage } from '../../../base/notify.ts';
import { useRoom } from '../../../live/live.tsx';
import type { LiveDevice } from '../../../live/merge-device.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useFreeDevices } from './choose-scenario.tsx';
import { FollowedDevice } from './followed-device.tsx';
import { type Large, LargeRun, membersOf } from './large-run.tsx';
import { LateAnalyses } from './late-analyses.tsx';
import { type Heard, useRunCommands } from './run-commands.ts';
import { RunJournal } from './run-journal.tsx';
import styles from './scenarios.module.css';
import { beep } from './sound.ts';
import { SoundSwitch } from './sound-switch.tsx';
import { StopDialog } from './stop-dialog.tsx';
import { TrialCommands } from './trial-commands.tsx';
import { useRunDetails } from './use-run-details.ts';

/** The runs of devices that follow a scenario now; nothing while none does. */
export function ScenarioRuns({ devices }: { devices: readonly LiveDevice[] }): ReactNode {
  const following = devices.filter(({ state }) => /scenario/.test(state));
  const [heard, setHeard] = useState<ReadonlyMap<number, Heard>>(new Map());
  const hear = (status: ScenarioStatus): void =>
    setHeard((before) => {
      // The end of a run stands until there is another one.
      if (status.run_id === null && before.get(status.number)?.status.state === 'archived') return before;
      return new Map(before).set(status.number, { status, atMs: performance.now() });
    });
  const runs = Map.groupBy(following, ({ number }) => heard.get(number)?.status.run_id ?? null);
  const [large, setLarge] = useState<Large>();
  const shown = large === undefined ? [] : membersOf(large, devices, heard);
  const listened = new Set([...following, ...shown.map(({ device }) => device)].map(({ number }) => number));
  return (
    <>
      {[...listened].map((number) => (
        <Listening key={number} number={number} onHeard={hear} />
      ))}
      {large !== undefined && shown.length > 0 && (
        <LargeRun runId={large.runId} members={shown} onClose={() => setLarge(undefined)} />
      )}
      <LateAnalyses devices={devices} runs={[...runs.keys()].filter((id) => id !== null)} />
      {[...runs].map(
        ([runId, members]) =>
          runId !== null && (
            <Run
              key={runId}
              {...{ runId, members, heard, all: devices }}
              onLarge={(only) => setLarge({ runId, only })}
            />
          ),
      )}
    </>
  );
}

function Listening(props: { number: number; onHeard(status: ScenarioStatus): void }): ReactNode {
  useRoom('scenarioStatus', props.number, props.onHeard);
  return null;
}

function Run(props: {
  runId: number;
  members: readonly LiveDevice[];
  all: readonly LiveDevice[];
  heard: ReadonlyMap<number, Heard>;
  /** @param only the number of the one device that the large screen shows; null: all */
  onLarge(only: number | null): void;
}): ReactNode {
  const { t } = useTranslation('realtime');
  const { runId, members, heard, onLarge } = props;
  const commands = useRunCommands(runId);
  const [asks, setAsks] = useState(false);
  const free = useFreeDevices(props.all);
  const told = members.map(({ number }) => heard.get(number)?.status).find((status) => status !== undefined);
  useBeeps(told);
  const details = useRunDetails(runId, told?.revision);
  const name = told?.display_name ? inPageLanguage(told.display_name) : (told?.scenario ?? '');
  return (
    <section className={styles.run} aria-label={name}>
      <header className={styles.head}>
        <Button
          variant="outlined"
          color="error"
          size="large"
          className={styles.stop ?? ''}
          onClick={() => setAsks(true)}
        >
          <Icon path={mdiStopCircle} />
          {t('scenario.stop')}
        </Button>
        <h2>{name}</h2>
        <span>{told?.step_title ? inPageLanguage(told.step_title) : ''}</span>
        <span className={styles.spacer} />
        <SoundSwitch />
        <Button
          variant="outlined"
          className={styles.large ?? ''}
          aria-label={t('scenario.largeScreen')}
          onClick={() => onLarge(null)}
        >
          <Icon path={mdiFullscreen} />
          <span>{t('scenario.largeScreen')}</span>
        </Button>
        {free.length > 0 && (
          <Button variant="outlined" onClick={() => commands.join(free.map(({ number }) => number))}>
            {t('scenario.join', { count: free.length })}
          </Button>
        )}
      </header>
      <div className={styles.cards}>
        {members.map((device) => {
          const one = heard.get(device.number);
          if (one === undefined) return undefined;
          return (
            <FollowedDevice
              key={device.number}
              {...{ device, commands, heard: one, trials: details?.trials ?? noTrials }}
              onLarge={() => onLarge(device.number)}
            />
          );
        })}
      </div>
      <aside className={styles.side}>
        {details !== undefined && <RunJournal lines={details.journal} devices={props.all} />}
        <div className={styles.reach}>
          <TrialCommands trials={details?.trials ?? noTrials} commands={commands} />
          <Button
            variant="contained"
            size="large"
            className={styles.push ?? ''}
            data-waits={told?.waits_for?.button !== false}
            onClick={() => commands.push()}
          >
            {t('scenario.push')}
            {told?.waits_for != null && (
              <small>{t(told.waits_for.button ? 'scenario.waits.button' : 'scenario.waits.noButton')}</small>
            )}
          </Button>
        </div>
      </aside>
      {told?.missing !== undefined && told.missing.length > 0 && (
        <p role="note" className={styles.partial}>
          <Icon path={mdiShieldAlertOutline} />
          {t('scenario.missing', { parts: told.missing.map((part) => t(`scenario.jail.${part}`)).join(', ') })}
        </p>
      )}
      {members.some(({ number }) => heard.get(number)?.status.truncated) && (
        <p role="status">{t('scenario.truncated')}</p>
      )}
      {[...new Map(told?.errors?.map((error) => [error.en, error])).values()].map((error) => (
        <p key={error.en} role="alert">
          {inPageLanguage(error)}
        </p>
      ))}
      {asks && <StopDialog trials={details?.trials} onStop={commands.stop} onClose={() => setAsks(false)} />}
    </section>
  );
}

const noTrials: readonly RunTrial[] = [];

/** Sounds each beep once; those from before this screen was open are silent. */
function useBeeps(status: ScenarioStatus | undefined): void {
  const last = useRef<{ run: number | null; count: number } | undefined>(undefined);
  if (status === undefined) return;
  const { run_id: run, beep: told } = status;
  const count = told?.count ?? 0;
  const before = last.current;
  last.current = { run, count };
  if (told && before?.run === run && count > before.count) beep(told.tone);
}
