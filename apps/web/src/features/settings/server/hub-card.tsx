import { zodResolver } from '@hookform/resolvers/zod';
import { mdiBagSuitcaseOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { ApiError } from '@sillage/client';
import { api, numberFromText } from '@sillage/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useBackendInfo } from '../../../base/backend-info.ts';
import { refetchTable } from '../../../base/cached-query.ts';
import { inPageLanguage, notify } from '../../../base/notify.ts';
import { sentenceOf } from '../../../base/say-problem.ts';
import { useServer } from '../../../base/services.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { UnderlinedField } from '../../../ui/underlined-field.tsx';
import { landOnFields } from '../land-on-fields.ts';
import { ProblemText } from '../problem-text.tsx';
import styles from './server.module.css';

/** Where the answer of `readCurrentHub` is kept. */
export const hubKey = ['settings', 'hub'] as const;

/** The ID of the hub that this server is; in the cloud, why there is none. */
export function HubCard(): ReactNode {
  const { t } = useTranslation('settings');
  const server = useServer();
  const called = useBackendInfo()?.name;
  const { data, error } = useQuery({
    queryKey: hubKey,
    queryFn: ({ signal }) => server.call(api.readCurrentHub, { signal }),
    meta: { quiet: true },
  });
  const inCloud = error instanceof ApiError && error.status === 406;
  // A hub that was never given an ID has none to read yet.
  const unnamed = error instanceof ApiError && error.status === 404;
  return (
    <section className={styles.card}>
      <h3>
        <Icon path={mdiBagSuitcaseOutline} />
        {t('hub.title')}
      </h3>
      {inCloud && <p>{t('hub.inCloud')}</p>}
      {error instanceof ApiError && !inCloud && !unnamed && <p role="alert">{inPageLanguage(error.body.message)}</p>}
      {(data || unnamed) && (
        <>
          <p>{data ? t('hub.text', { name: called ?? data.name }) : t('hub.none')}</p>
          <HubIdForm key={data?.number} number={data?.number} />
        </>
      )}
    </section>
  );
}

function HubIdForm(props: { number: number | undefined }): ReactNode {
  const { t } = useTranslation('settings');
  const server = useServer();
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const form = useForm<{ id: number }>({
    resolver: zodResolver(api.setHubId.body),
    defaultValues: props.number === undefined ? {} : { id: props.number },
  });
  const set = useMutation({
    mutationFn: (body: { id: number }) => server.call(api.setHubId, { body }),
    onSuccess: async (hub) => {
      queries.setQueryData(hubKey, hub);
      notify({ kind: 'success', text: t('hub.saved', { number: hub.number }) });
      await refetchTable(queries, 'mallettes');
    },
    onError: (refusal) => setProblem(landOnFields(form, ['id'], refusal, t('noAnswer'))),
    meta: { quiet: true },
  });
  const submit = form.handleSubmit((values) => {
    setProblem(undefined);
    set.mutate(values);
  });
  return (
    <form noValidate onSubmit={submit}>
      <div className={styles.line}>
        <UnderlinedField
          {...form.register('id', { setValueAs: (typed) => numberFromText(String(typed ?? ''), 'int') })}
          label={t('hub.id')}
          inputProps={{ inputMode: 'numeric' }}
          problem={sentenceOf(form.formState.errors.id?.message)}
        />
        <Button type="submit" variant="outlined" disabled={!form.formState.isDirty} loading={set.isPending}>
          {t('hub.set')}
        </Button>
      </div>
      <ProblemText text={problem} />
    </form>
  );
}
