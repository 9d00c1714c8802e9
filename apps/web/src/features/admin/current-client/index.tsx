import Button from '@mui/material/Button';
import { type Answered, api, type Client } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../../base/active-client.ts';
import { clientName, useClient } from '../../../base/clients.ts';
import { notify } from '../../../base/notify.ts';
import { FormField } from '../../../tables/form-field.tsx';
import { LoadingFailed, LoadingRows } from '../../../tables/list-states.tsx';
import type { AdminTable } from '../../../tables/table-definition.ts';
import { useRowForm } from '../../../tables/use-row-form.ts';
import { logoField } from '../tables/logo-field.tsx';
import { RecoveryKeyCard } from '../tables/recovery-key-card.tsx';
import { useSportChoices } from '../tables/sources.ts';
import { clientTimezoneField } from '../tables/timezone-field.tsx';
import styles from './current-client.module.css';

/** The form of the active client: what a client sets for itself. */
const currentClient: Pick<AdminTable<Answered<Client>>, 'name' | 'endpoints' | 'fields'> = {
  name: 'clients',
  endpoints: api.clientEndpoints,
  fields: [
    { name: 'display_name', kind: 'text', hint: 'display_name' },
    logoField,
    clientTimezoneField,
    { name: 'sport_ids', kind: 'many', useChoices: useSportChoices },
  ],
};

/** The active client's own page: name, logo, sports, recovery key. */
export default function CurrentClient(): ReactNode {
  const active = useActiveClient();
  const { data, error, refetch } = useClient(active.id);
  return (
    <section className={styles.page}>
      {data === undefined && error === null && <LoadingRows />}
      {data === undefined && error !== null && <LoadingFailed problem={error} onRetry={() => void refetch()} />}
      {/* Another client, or what was saved, starts the form again. */}
      {data && <ClientForm key={JSON.stringify(data)} client={data} />}
    </section>
  );
}

function ClientForm({ client }: { client: Answered<Client> }): ReactNode {
  const { t } = useTranslation('admin');
  const { form, fields, problem, saving, submit } = useRowForm(currentClient, client, () =>
    notify({ kind: 'success', text: t('currentClient.saved') }),
  );
  return (
    <>
      <h2 className={styles.title}>{clientName(client)}</h2>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {fields.map((field) => (
          <FormField key={field.name} table="clients" field={field} form={form} autoFocus={false} />
        ))}
        {problem !== undefined && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        <div className={styles.buttons}>
          <Button disabled={!form.formState.isDirty} onClick={() => form.reset()}>
            {t('currentClient.undo')}
          </Button>
          <Button type="submit" variant="contained" disabled={!form.formState.isDirty} loading={saving}>
            {t('common.save.edit')}
          </Button>
        </div>
      </form>
      <div className={styles.key}>
        <RecoveryKeyCard />
      </div>
    </>
  );
}
