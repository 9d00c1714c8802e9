import { mdiChevronDown, mdiFolderOpenOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { Record } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { sourceOf, timeOf } from '../../records/describe-record.ts';
import { useSessionRecords } from '../../records/session-queries.ts';
import { sportIcon } from '../../records/sport-icon.ts';
import { Icon } from '../../ui/icon.tsx';

type InSession = Pick<Record, 'id' | 'client_id'> & { readonly seance_id: number };

/** In the head of a record of a session: the way to the others of it, and to the session itself. */
export function SessionMenu({ record }: { record: Record }): ReactNode {
  const { seance_id } = record;
  return seance_id === null ? null : <Others record={{ ...record, seance_id }} />;
}

function Others({ record }: { record: InSession }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { data } = useSessionRecords({ id: record.seance_id, client_id: record.client_id });
  const records = data?.records ?? [];
  const place = records.findIndex(({ id }) => id === record.id);
  if (place < 0) return null;
  const open = (id: number) => {
    setAnchor(null);
    void navigate({ to: '/records/$recordId', params: { recordId: String(id) } });
  };
  return (
    <>
      <Button
        color="inherit"
        size="small"
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        endIcon={<Icon path={mdiChevronDown} size={16} />}
      >
        {t('session.place', { place: place + 1, count: records.length })}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ root: { role: 'region', 'aria-label': t('session.records') } }}
      >
        {records.map((one) => (
          <MenuItem
            key={one.id}
            selected={one.id === record.id}
            aria-current={one.id === record.id ? 'page' : undefined}
            onClick={() => open(one.id)}
          >
            <Icon path={sportIcon(one.sport_name)} size={18} />
            {[athleteNames(one.users), sourceOf(one), timeOf(one, language)].filter(Boolean).join(' · ')}
          </MenuItem>
        ))}
        <Divider />
        <MenuItem onClick={() => open(record.seance_id)}>
          <Icon path={mdiFolderOpenOutline} size={18} />
          {t('session.open')}
        </MenuItem>
      </Menu>
    </>
  );
}
