import { api, type ReplyOf } from '@sillage/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../base/active-client.ts';
import { inPageLanguage } from '../../base/notify.ts';
import { useServer } from '../../base/services.tsx';
import { Page } from '../../frame/page.tsx';
import { useRecordUpdates } from '../../records/record-queries.ts';
import { shownOutputs } from '../../records/shown-outputs.ts';
import { DateField } from '../../ui/date-field.tsx';
import { LoadingRows } from '../../ui/loading-rows.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
import { isDay } from '../../ui/typed-day.ts';
import styles from './team.module.css';
import { readTeamAddress, type TeamAddress, writeTeamAddress } from './team-address.ts';
import { TeamTable } from './team-table.tsx';
import { TeamTiles } from './team-tiles.tsx';

/** Who of a group was tested and how each changed, `/team?group=…&analysis=…`. */
export default function Screen(): ReactNode {
  const { t } = useTranslation('athlete');
  useRecordUpdates();
  const server = useServer();
  const { history } = useRouter();
  const { id: clientId } = useActiveClient();
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  const groups = useQuery({
    queryKey: ['team', 'groups', clientId],
    queryFn: ({ signal }) =>
      server.call(api.listGroups, {
        body: { pageSize: -1, clientIds: clientId === undefined ? [] : [clientId] },
        signal,
      }),
  });
  const catalogue = useQuery({
    queryKey: ['analyses'],
    queryFn: ({ signal }) => server.call(api.readCatalogue, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const offered = catalogue.data?.filter(({ rows }) => rows === 'samples') ?? [];
  const asked = useMemo(() => readTeamAddress(search), [search]);
  const group = asked.group ?? groups.data?.items[0]?.id;
  const analysis = offered.find(({ id }) => id === asked.analysis) ?? offered[0];
  const change = (some: Partial<TeamAddress>) =>
    history.replace(`${history.location.pathname}${writeTeamAddress({ ...asked, ...some })}`);
  const body =
    group === undefined || analysis === undefined
      ? undefined
      : { group_id: group, analysis: analysis.id, from: asked.from, to: asked.to };
  const isBackward = asked.from !== undefined && asked.to !== undefined && asked.from > asked.to;
  const team = useQuery({
    queryKey: ['records', 'team', body],
    queryFn: async ({ signal }) => {
      const asked = body ?? { group_id: 0, analysis: '' };
      return { ...(await server.call(api.readTeamResults, { body: asked, signal })), of: asked.group_id };
    },
    enabled: body !== undefined && !isBackward,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  // The days stay meanwhile; people of another group are not shown under this one's name.
  const isOfAnother = team.isPlaceholderData && team.data?.of !== group;
  // A change of one writes both: the other would be the server's to choose again.
  const shown = { from: asked.from ?? team.data?.from, to: asked.to ?? team.data?.to };
  return (
    <Page title={t('team.title')} parents={[{ label: t('parent'), to: '/' }]}>
      <div className={styles.screen}>
        <div className={styles.bar}>
          <label>
            <span>{t('team.group')}</span>
            <select value={group ?? ''} onChange={(event) => change({ group: Number(event.target.value) })}>
              {groups.data?.items.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span>{t('analysis')}</span>
            <select value={analysis?.id ?? ''} onChange={(event) => change({ analysis: event.target.value })}>
              {offered.map(({ id, name }) => (
                <option key={id} value={id}>
                  {inPageLanguage(name)}
                </option>
              ))}
            </select>
          </label>
          <div className={styles.day}>
            <DateField
              label={t('team.from')}
              value={shown.from ?? ''}
              onChange={(from) => isDay(from) && change({ ...shown, from })}
            />
          </div>
          <div className={styles.day}>
            <DateField
              label={t('team.to')}
              value={shown.to ?? ''}
              onChange={(to) => isDay(to) && change({ ...shown, to })}
            />
          </div>
        </div>
        {groups.data?.items.length === 0 && (
          <MessageScreen title={t('team.noGroup.title')} text={t('team.noGroup.text')} />
        )}
        {isBackward && <MessageScreen title={t('team.backward.title')} text={t('team.backward.text')} />}
        {(team.isLoading || isOfAnother) && <LoadingRows />}
        {team.isError && <MessageScreen title={t('gone.title')} text={t('gone.text')} />}
        {team.data && !isBackward && !isOfAnother && <Team team={team.data} isOld={team.isPlaceholderData} />}
      </div>
    </Page>
  );
}

/** @param props.isOld they are of what was asked before, until the answer is there */
function Team(props: { team: ReplyOf<typeof api.readTeamResults>; isOld: boolean }): ReactNode {
  const { t } = useTranslation('athlete');
  const { team, isOld } = props;
  const { tested, refused, absent, rows, analysis } = team;
  const outputs = shownOutputs(analysis).slice(0, 3);
  if (rows.length === 0) return <MessageScreen title={t('team.empty.title')} text={t('team.empty.text')} />;
  return (
    <div className={styles.team} aria-busy={isOld}>
      <p className={styles.denominator}>
        <b>{t('team.outOf', { tested, count: rows.length })}</b> {t('team.withResult')}
        {refused > 0 && <span data-refused="true"> ⊗ {t('team.refused', { count: refused })}</span>}
        {absent > 0 && <span> ⊖ {t('team.absent', { count: absent })}</span>}
        <small>{t('team.denominator')}</small>
      </p>
      <TeamTiles team={team} outputs={outputs} />
      <TeamTable team={team} outputs={outputs} />
    </div>
  );
}
