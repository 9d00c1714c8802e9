import { api } from '@sillage/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServer, useUser } from '../../../base/services.tsx';
import { SwitchRow } from '../setting-rows.tsx';

/** Whether the terms of use are shown at each sign-in. */
export function TermsRow(): ReactNode {
  const { t } = useTranslation('settings');
  const server = useServer();
  const queries = useQueryClient();
  const queryKey = ['account', useUser().id];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => server.call(api.currentLogin, { signal }),
    meta: { quiet: true },
  });
  const set = useMutation({
    mutationFn: (show_terms: boolean) => server.call(api.editAccount, { body: { show_terms } }),
    onSuccess: (session) => queries.setQueryData(queryKey, session),
  });
  return (
    <SwitchRow
      label={t('account.showTerms')}
      on={data !== undefined && !data.cgu.hide}
      disabled={data === undefined || set.isPending}
      onChange={set.mutate}
    />
  );
}
