import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { api, type BodyOf, type SyncLink } from '@sillage/contract';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { useServer } from '../../../base/services.tsx';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { SettingRow, SwitchRow } from '../setting-rows.tsx';

/** kB/s that are offered; a program may have set another one, which is shown beside them. */
const offered = [100, 500, 2000, 10_000];

/** How fast originals go, and whether the link costs by the byte. */
export function SendingRules(props: {
  link: SyncLink;
  mayChange: boolean;
  onChanged(link: SyncLink): void;
}): ReactNode {
  const { t } = useTranslation('settings');
  const server = useServer();
  const language = useAppearance((appearance) => appearance.language);
  const { link, mayChange, onChanged } = props;
  const change = useMutation({
    mutationFn: (body: BodyOf<typeof api.setSyncSending>) => server.call(api.setSyncSending, { body }),
    onSuccess: onChanged,
  });
  const most = link.most_kilobytes_per_second;
  const rates = most === null || offered.includes(most) ? offered : [...offered, most].sort((a, b) => a - b);
  const disabled = !mayChange || change.isPending;
  return (
    <>
      <SwitchRow
        label={t('cloudLink.metered')}
        hint={t('cloudLink.meteredHint')}
        on={link.metered}
        disabled={disabled}
        onChange={(metered) => change.mutate({ metered })}
      />
      <SettingRow label={t('cloudLink.rate')} hint={t('cloudLink.rateHint')}>
        <Select
          size="small"
          variant="standard"
          SelectDisplayProps={{ 'aria-label': t('cloudLink.rate') }}
          value={most ?? 0}
          disabled={disabled}
          onChange={({ target }) =>
            change.mutate({ most_kilobytes_per_second: target.value === 0 ? null : Number(target.value) })
          }
        >
          <MenuItem value={0}>{t('cloudLink.noRate')}</MenuItem>
          {rates.map((rate) => (
            <MenuItem key={rate} value={rate}>
              {t('cloudLink.perSecond', { size: formatBytes(rate * 1000, language) })}
            </MenuItem>
          ))}
        </Select>
      </SettingRow>
    </>
  );
}
