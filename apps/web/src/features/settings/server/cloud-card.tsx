import { zodResolver } from '@hookform/resolvers/zod';
import { mdiCloudOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { api, type CloudChecks, type HubNames, type SyncLink } from '@sillage/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useBackendInfo } from '../../../base/backend-info.ts';
import { refetchTable } from '../../../base/cached-query.ts';
import { useMay } from '../../../base/may.ts';
import { sentenceOf } from '../../../base/say-problem.ts';
import { useServer } from '../../../base/services.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { UnderlinedField } from '../../../ui/underlined-field.tsx';
import { landOnFields } from '../land-on-fields.ts';
import { ProblemText } from '../problem-text.tsx';
import { CloudChecksList } from './cloud-checks.tsx';
import { CloudExchange } from './cloud-exchange.tsx';
import { hubKey } from './hub-card.tsx';
import { FoundNames } from './hub-names.tsx';
import styles from './server.module.css';

const queryKey = ['sync', 'link'];
/** ms between two looks at how the exchange goes. */
const everyMilliseconds = 5000;

/** The link of this hub to its cloud: by whom, how it goes, and how it is made or ended. Nothing in the cloud. */
export function CloudCard(): ReactNode {
  const { t } = useTranslation('settings');
  const server = useServer();
  const [maySee, mayChange] = [useMay('hub.read'), useMay('hub.edit')];
  const kind = useBackendInfo()?.back_type;
  const isHub = kind !== undefined && kind !== 'cloud';
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => server.call(api.readSyncLink, { signal }),
    enabled: isHub && maySee,
    refetchInterval: everyMilliseconds,
    meta: { quiet: true },
  });
  if (data === undefined) return null;
  return (
    <section className={styles.card}>
      <h3>
        <Icon path={mdiCloudOutline} />
        {t('cloudLink.title')}
      </h3>
      {data.linked ? (
        <CloudExchange link={data} queryKey={queryKey} mayChange={mayChange} />
      ) : (
        <>
          <p>{t('cloudLink.none')}</p>
          {mayChange && <LinkForm url={data.url} />}
        </>
      )}
    </section>
  );
}

const Form = z.object({ url: api.addCloudUrl.body.shape.url, code: api.setSyncLink.body.shape.code });

interface Found {
  readonly url: string;
  readonly code: string;
  readonly names: HubNames;
}

/** The address of the cloud and the code that it showed; once it says whose code that is, a press confirms. */
function LinkForm(props: { url: string | null }): ReactNode {
  const { t } = useTranslation('settings');
  const server = useServer();
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const [checked, setChecked] = useState<{ readonly url: string; readonly checks: CloudChecks }>();
  const [found, setFound] = useState<Found>();
  const form = useForm<z.infer<typeof Form>>({
    resolver: zodResolver(Form),
    defaultValues: { url: props.url ?? '', code: '' },
  });
  const set = useMutation({
    mutationFn: async ({ url, code }: z.infer<typeof Form>): Promise<SyncLink | undefined> => {
      if (found?.url !== url || found.code !== code) {
        const checks = await server.call(api.checkCloud, { body: { url } });
        setChecked({ url, checks });
        // The code goes nowhere but to a cloud that may have it.
        if (Object.values(checks).some(({ state }) => state === 'fail')) return undefined;
        setFound({ url, code, names: await server.call(api.previewSyncLink, { body: { url, code } }) });
        return undefined;
      }
      const { items } = await server.call(api.listAllCloudUrls);
      if (!items.some((known) => known.url === url)) {
        await server.call(api.addCloudUrl, { body: { name: new URL(url).host, url } });
      }
      await server.call(api.chooseCloud, { body: { url } });
      return server.call(api.setSyncLink, { body: { code } });
    },
    onSuccess: (link) => {
      if (link === undefined) return undefined;
      queries.setQueryData(queryKey, link);
      // Linked, a hub may take the name and number that the cloud knows it by.
      return Promise.all([
        queries.invalidateQueries({ queryKey: ['backendInfo'] }),
        queries.invalidateQueries({ queryKey: hubKey }),
        refetchTable(queries, 'mallettes'),
      ]);
    },
    onError: (refusal) => setProblem(landOnFields(form, ['url', 'code'], refusal, t('noAnswer'))),
    meta: { quiet: true },
  });
  const submit = form.handleSubmit((values) => {
    setProblem(undefined);
    set.mutate(values);
  });
  const { errors } = form.formState;
  // As they would be sent: what is shown is about the same cloud and code, however they are typed.
  const [typedUrl, typedCode] = form.watch(['url', 'code']);
  const url = Form.shape.url.safeParse(typedUrl).data;
  const isFound = found !== undefined && found.url === url && found.code === Form.shape.code.safeParse(typedCode).data;
  return (
    <form noValidate onSubmit={submit} className={styles.link}>
      <UnderlinedField
        {...form.register('url')}
        label={t('cloudLink.url')}
        inputProps={{ inputMode: 'url', placeholder: 'https://' }}
        problem={sentenceOf(errors.url?.message)}
      />
      <UnderlinedField
        {...form.register('code')}
        label={t('cloudLink.code')}
        inputProps={{ autoComplete: 'off' }}
        problem={sentenceOf(errors.code?.message)}
      />
      <p>{t('cloudLink.codeHint')}</p>
      {checked !== undefined && checked.url === url && <CloudChecksList checks={checked.checks} />}
      {isFound && <FoundNames names={found.names} />}
      <Button type="submit" variant="contained" loading={set.isPending}>
        {t(isFound ? 'cloudLink.confirm' : 'cloudLink.set')}
      </Button>
      <ProblemText text={problem} />
    </form>
  );
}
