import { api, type RealtimeDataKey } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useServer } from '../../base/services.tsx';
import { formatFigure } from '../../charts/format-figure.ts';
import { recordKeys } from '../../records/record-queries.ts';
import styles from './ended-records.module.css';
import { useLiveSayings } from './live-sayings.ts';

/** Means of a whole record that was just made, of the variables that its card showed first. */
export function EndedMeans(props: { recordId: number; variables: readonly RealtimeDataKey[] }): ReactNode {
  const { t } = useTranslation('realtime');
  const language = useAppearance((appearance) => appearance.language);
  const server = useServer();
  const sayings = useLiveSayings();
  const { recordId: id, variables } = props;
  const variable = variables.map(({ name }) => name);
  const { data } = useQuery({
    // Of a record that was just made, whose samples are the first.
    queryKey: recordKeys.statistics({ id, signals_version: 1 }, { whole: true, variable }),
    queryFn: ({ signal }) => server.call(api.readRecordStatistics, { params: { id }, query: { variable }, signal }),
    enabled: variable.length > 0,
    // A variable that was streamed need not be one of the record's: then there is no figure.
    retry: false,
    meta: { quiet: true },
  });
  const means = new Map(data?.default.data.map((row) => [row.variable, row.mean]));
  return variables.map((key) => {
    const mean = means.get(key.name);
    if (mean === undefined || mean === null) return null;
    const { say, unit, decimals } = sayings(key);
    const value = formatFigure(say === undefined ? mean : say.of(mean), decimals, language, say?.isPace === true);
    return (
      <span key={key.name} className={styles.mean}>
        {t('ended.mean', { name: key.description[language] })} <b>{value}</b> <small>{unit}</small>
      </span>
    );
  });
}
