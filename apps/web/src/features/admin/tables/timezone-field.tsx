import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldHelp } from '../../../tables/field-help.tsx';
import type { OwnFieldProps } from '../../../tables/table-definition.ts';
import { TimezonePick } from '../../../ui/timezone-pick.tsx';

/** The zone of what is recorded, or what stands in for it. */
function ZoneField(props: OwnFieldProps & { none: string; hint: string }): ReactNode {
  return (
    <>
      <TimezonePick
        labelled
        label={props.label}
        value={typeof props.value === 'string' ? props.value : null}
        none={props.none}
        inputRef={props.inputRef}
        onChoose={props.onChange}
      />
      <FieldHelp problem={props.problem} hint={props.hint} />
    </>
  );
}

function OfClient(props: OwnFieldProps): ReactNode {
  const { t } = useTranslation('admin');
  return <ZoneField {...props} none={t('clients.noTimezone')} hint={t('clients.hint.timezone')} />;
}

function OfHub(props: OwnFieldProps): ReactNode {
  const { t } = useTranslation('admin');
  return <ZoneField {...props} none={t('hubs.noTimezone')} hint={t('hubs.hint.timezone')} />;
}

const zone = {
  name: 'timezone',
  kind: 'own',
  start: (row: { readonly timezone: string | null } | undefined) => row?.timezone ?? null,
} as const;

export const clientTimezoneField = { ...zone, Field: OfClient };
export const hubTimezoneField = { ...zone, Field: OfHub };
