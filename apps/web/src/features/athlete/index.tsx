import { type AthleteHistory, api } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage } from '../../base/notify.ts';
import { useServer } from '../../base/services.tsx';
import { Page } from '../../frame/page.tsx';
import { useRecordUpdates } from '../../records/record-queries.ts';
import { shownOutputs } from '../../records/shown-outputs.ts';
import { LoadingRows } from '../../ui/loading-rows.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
import styles from './athlete.module.css';
import { LastDay } from './last-day.tsx';
import { TrendRow } from './trend-row.tsx';
import { comparableTrials } from './trials.ts';

/** Rows that are seen before somebody asks for all. */
const firstRows = 4;

/** An athlete's results of one analysis over time, `/athletes/$userId?analysis=…`. */
export default function Screen(): ReactNode {
  const { t } = useTranslation('athlete');
  useRecordUpdates();
  const { userId } = useParams({ strict: false });
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  const analysis = new URLSearchParams(search).get('analysis') ?? undefined;
  const server = useServer();
  const id = Number(userId);
  const history = useQuery({
    queryKey: ['records', 'athlete', id, analysis],
    queryFn: ({ signal }) =>
      server.call(api.readAthleteHistory, {
        params: { id },
        query: analysis === undefined ? {} : { analysis },
        signal,
      }),
    meta: { quiet: true },
  });
  const { data } = history;
  const name = data === undefined ? '' : `${data.user.firstname} ${data.user.lastname}`.trim();
  return (
    <Page title={name || t('title')} parents={[{ label: t('parent'), to: '/' }]}>
      {history.isLoading && <LoadingRows />}
      {history.isError && <MessageScreen title={t('gone.title')} text={t('gone.text')} />}
      {data !== undefined && data.trials.length === 0 && (
        <MessageScreen title={t('none.title')} text={t('none.text')} />
      )}
      {data !== undefined && data.trials.length > 0 && <History key={data.analysis} history={data} />}
    </Page>
  );
}

function History({ history }: { history: AthleteHistory }): ReactNode {
  const { t } = useTranslation('athlete');
  const { history: addresses } = useRouter();
  const about = history.analyses.find(({ id }) => id === history.analysis);
  const outputs = about === undefined ? [] : shownOutputs(about);
  const known = outputs.filter(({ id }) => history.trials.some(({ values }) => values[id] != null));
  const [showsAll, setShowsAll] = useState(false);
  const [chosen, choose] = useState(known[0]?.id);
  const { shown, otherMethods, days } = comparableTrials(history.trials);
  const rows = showsAll ? known : known.slice(0, firstRows);
  const selected = known.find(({ id }) => id === chosen) ?? known[0];
  return (
    <div className={styles.screen}>
      <div className={styles.bar}>
        <select
          aria-label={t('analysis')}
          value={history.analysis ?? ''}
          onChange={(event) =>
            addresses.replace(`${addresses.location.pathname}?analysis=${encodeURIComponent(event.target.value)}`)
          }
        >
          {history.analyses.map(({ id, name }) => (
            <option key={id} value={id}>
              {inPageLanguage(name)}
            </option>
          ))}
        </select>
        <span className={styles.summary}>
          <b>{t('days', { count: days.length })}</b> {t('trials', { count: shown.length })}
          {otherMethods > 0 && `, ${t('otherMethods', { count: otherMethods })}`}
          {history.is_cut && `, ${t('isCut')}`}
        </span>
        <ul className={styles.legend} aria-label={t('legend.label')}>
          <li data-mark="mean">{t('legend.mean')}</li>
          <li data-mark="trial">{t('legend.trial')}</li>
          <li data-mark="excluded">{t('legend.excluded')}</li>
          <li data-mark="band">{t('legend.band')}</li>
        </ul>
      </div>
      <div className={styles.columns}>
        <div className={styles.rows}>
          {rows.map((output) => (
            <TrendRow
              key={output.id}
              output={output}
              trials={shown}
              judgement={history.judged[output.id]}
              isChosen={output.id === selected?.id}
              onChoose={() => choose(output.id)}
            />
          ))}
          {known.length > firstRows && (
            <button type="button" className={styles.more} onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? t('fewer') : t('more', { count: known.length - firstRows })}
            </button>
          )}
        </div>
        {selected && (
          <LastDay
            trials={history.trials}
            day={days.at(-1)}
            outputs={known.slice(0, 3)}
            output={selected}
            judgement={history.judged[selected.id]}
          />
        )}
      </div>
    </div>
  );
}
