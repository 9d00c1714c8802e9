import Button from '@mui/material/Button';
import { type AnalysisAbout, api, type RulesOf } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';
import { recordKeys } from '../../../records/record-queries.ts';
import { useOpenRecord } from '../open-record.ts';
import styles from './house-rules.module.css';

type Rules = { readonly [name: string]: number | string };

/** Keeps what is set as the rules of the club or of the coach, or takes those back. */
export function HouseRules({ about }: { about: AnalysisAbout }): ReactNode {
  const { t } = useTranslation('record');
  const { analysis, record } = useOpenRecord();
  const server = useServer();
  const client = useQueryClient();
  const set = useMutation({
    mutationFn: ({ of, parameters }: { of: RulesOf; parameters: Rules }) =>
      server.call(api.setAnalysisRules, {
        ...{ params: { id: record.id, analysis: about.id }, body: { of, parameters } },
      }),
    onSuccess: (_, { of, parameters }) => {
      const isTaken = Object.keys(parameters).length === 0;
      notify({ kind: 'success', text: t(isTaken ? 'analysis.rules.removed' : `analysis.rules.saved_${of}`) });
      // As rules they are no choice of this run any more.
      if (!isTaken) analysis.choose({ preset: undefined, parameters: {} });
    },
    onSettled: () => client.invalidateQueries({ queryKey: recordKeys.record(record.id) }),
  });
  const found = analysis.outcome?.parameters ?? {};
  const canSave = Object.values(found).some(isSaid);
  const { may_set_rules: mine, rules: there } = about;
  const taken = there.filter(({ of }) => mine.includes(of));
  if (mine.length === 0 || (!canSave && taken.length === 0)) return null;
  return (
    <fieldset className={styles.rules} aria-label={t('analysis.rules.title')}>
      {canSave &&
        mine.map((of) => (
          <Button
            key={of}
            size="small"
            variant="outlined"
            loading={set.isPending}
            onClick={() => set.mutate({ of, parameters: rulesOf(about, found, of) })}
          >
            {t(`analysis.rules.save_${of}`)}
          </Button>
        ))}
      {taken.map(({ of, by }) => (
        <p key={of}>
          {t(by === null ? `analysis.rules.there_${of}` : `analysis.rules.thereBy_${of}`, { by })}{' '}
          <button type="button" disabled={set.isPending} onClick={() => set.mutate({ of, parameters: {} })}>
            {t('analysis.rules.remove')}
          </button>
        </p>
      ))}
    </fieldset>
  );
}

type Found = NonNullable<ReturnType<typeof useOpenRecord>['analysis']['outcome']>['parameters'];

const isSaid = ({ source }: Found[string]) => source === 'given' || source === 'preset';

/** What was ruled so far and what is set now: edges are of their trial, what was measured is of its record, others' rules are theirs. */
function rulesOf(about: AnalysisAbout, parameters: Found, of: RulesOf): Rules {
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, found]) => {
      const isEdge = about.parameters[name]?.edge !== undefined;
      const isRule = (isSaid(found) || found.source === of) && !isEdge;
      return isRule && found.value !== null ? [[name, found.value] as const] : [];
    }),
  );
}
