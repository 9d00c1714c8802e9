import { mdiClockOutline } from '@mdi/js';
import { api } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../../base/active-client.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';
import { useFormatDate } from '../../../base/use-format-date.ts';
import type { LiveDevice } from '../../../live/merge-device.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './scenarios.module.css';

/** ms between two looks while something waits. */
const lookMs = 10_000;

/** Analyses of runs that have ended, which wait for devices that were away. @param runs that go on: when one ends, it is looked */
export function LateAnalyses(props: { devices: readonly LiveDevice[]; runs: readonly number[] }): ReactNode {
  const { t } = useTranslation('realtime');
  const server = useServer();
  const formatDate = useFormatDate();
  const { id: clientId } = useActiveClient();
  const { data } = useQuery({
    queryKey: ['scenarioRuns', clientId, props.runs],
    queryFn: ({ signal }) => server.call(api.listScenarioRuns, { params: { clientId }, signal }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.items.some(({ waiting }) => waiting.length > 0) ? lookMs : false),
    retry: false,
  });
  const ended = (data?.items ?? []).filter(({ state, waiting }) => state === 'ended' && waiting.length > 0);
  if (ended.length === 0) return null;
  const nameOf = (number: number) => {
    const device = props.devices.find((one) => one.number === number);
    return device === undefined ? String(number) : athleteNames(device.users) || device.name;
  };
  return (
    <section className={styles.late} aria-label={t('scenario.late')}>
      {ended.flatMap(({ run_id, display_name, waiting }) =>
        waiting.map(({ number, analysis, title, until }) => (
          <p key={`${run_id} ${number} ${analysis}`}>
            <Icon path={mdiClockOutline} />
            {t('scenario.lateText', {
              ...{ scenario: inPageLanguage(display_name), who: nameOf(number), analysis: inPageLanguage(title) },
              until: until === null ? '' : formatDate(until),
            })}
          </p>
        )),
      )}
    </section>
  );
}
