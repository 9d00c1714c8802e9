import { mdiAccountPlusOutline, mdiClockCheckOutline, mdiDotsVertical, mdiPencilOutline } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../base/may.ts';
import { useLiveLink } from '../../live/live.tsx';
import type { LiveDevice } from '../../live/merge-device.ts';
import { Icon } from '../../ui/icon.tsx';
import { useDeviceCommands } from './device-commands.ts';
import { PairDialog } from './pair-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';

type Open = 'pair' | 'rename';

/** What can be done with a device: who wears it, its name, its clock. */
export function CardMenu({ device }: { device: LiveDevice }): ReactNode {
  const { t } = useTranslation('realtime');
  const { lost } = useLiveLink();
  const mayEdit = useMay('device.edit');
  const mayCommand = useMay('device.command');
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [open, setOpen] = useState<Open>();
  const { setClock } = useDeviceCommands(device);
  if (!mayEdit && !mayCommand) return null;
  const close = () => setAnchor(undefined);
  const choose = (what: Open) => () => {
    close();
    setOpen(what);
  };
  const reachable = device.is_connected && !lost;
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('menu.label', { name: device.name })}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon path={mdiDotsVertical} size={18} />
      </IconButton>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={close}>
          {mayEdit && (
            <MenuItem onClick={choose('pair')} disabled={lost}>
              <ListItemIcon>
                <Icon path={mdiAccountPlusOutline} />
              </ListItemIcon>
              {t('menu.pair')}
            </MenuItem>
          )}
          {mayCommand && (
            <MenuItem onClick={choose('rename')} disabled={!reachable}>
              <ListItemIcon>
                <Icon path={mdiPencilOutline} />
              </ListItemIcon>
              {t('menu.rename')}
            </MenuItem>
          )}
          {mayCommand && (
            <MenuItem
              disabled={!reachable}
              onClick={() => {
                close();
                setClock();
              }}
            >
              <ListItemIcon>
                <Icon path={mdiClockCheckOutline} />
              </ListItemIcon>
              {t('menu.setClock')}
            </MenuItem>
          )}
        </Menu>
      )}
      {open === 'pair' && <PairDialog device={device} onClose={() => setOpen(undefined)} />}
      {open === 'rename' && <RenameDialog device={device} onClose={() => setOpen(undefined)} />}
    </>
  );
}
