import {
  mdiAccountPlusOutline,
  mdiClockCheckOutline,
  mdiDotsVertical,
  mdiPencilOutline,
  mdiRecordCircleOutline,
  mdiRotateOrbit,
  mdiScaleBalance,
} from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDiskRoom } from '../../base/disk-room.ts';
import { useMay } from '../../base/may.ts';
import { useFollowedRecords } from '../../live/followed-records.ts';
import { useLiveLink } from '../../live/live.tsx';
import type { LiveDevice } from '../../live/merge-device.ts';
import { isReady, useRecordCommand } from '../../live/record-control.ts';
import { Icon } from '../../ui/icon.tsx';
import { calibrate } from './calibration/calibrate-here.tsx';
import { typesFor } from './calibration/can-calibrate.ts';
import { useDeviceCommands } from './device-commands.ts';
import { EndReplayItem } from './end-replay-item.tsx';
import { PairDialog } from './pair-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';

type Open = 'pair' | 'rename';

/** What can be done with a device: who wears it, its name, its clock, its zero. */
export function CardMenu({ device }: { device: LiveDevice }): ReactNode {
  const { t } = useTranslation('realtime');
  const { lost } = useLiveLink();
  const mayEdit = useMay('device.edit');
  const mayCommand = useMay('device.command');
  // Its result is kept by a step of the record.
  const mayEditRecords = useMay('record.edit');
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [open, setOpen] = useState<Open>();
  const { setClock, setZero } = useDeviceCommands(device);
  const { send } = useRecordCommand();
  const isRecording = useFollowedRecords(({ running }) => running.size > 0);
  const diskFull = useDiskRoom()?.state === 'full';
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
          {mayCommand && !isRecording && isReady(device) && (
            <MenuItem
              disabled={lost || diskFull}
              onClick={() => {
                close();
                send('cmd_start', [device]);
              }}
            >
              <ListItemIcon>
                <Icon path={mdiRecordCircleOutline} />
              </ListItemIcon>
              {diskFull ? t('record.diskFull') : t('record.startOne', { name: device.name })}
            </MenuItem>
          )}
          <EndReplayItem device={device} onChosen={close} />
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
          {mayCommand && mayEditRecords && (
            <MenuItem
              disabled={!reachable || typesFor(device).length === 0}
              onClick={() => {
                close();
                calibrate(device);
              }}
            >
              <ListItemIcon>
                <Icon path={mdiRotateOrbit} />
              </ListItemIcon>
              {t(typesFor(device).length === 0 ? 'menu.nothingToCalibrate' : 'menu.calibrate')}
            </MenuItem>
          )}
          {mayCommand && (
            <MenuItem
              disabled={!reachable || setZero === undefined || isRecording}
              onClick={() => {
                close();
                setZero?.();
              }}
            >
              <ListItemIcon>
                <Icon path={mdiScaleBalance} />
              </ListItemIcon>
              {t(setZero === undefined ? 'menu.zeroNotOffered' : 'menu.zero')}
            </MenuItem>
          )}
        </Menu>
      )}
      {open === 'pair' && <PairDialog device={device} onClose={() => setOpen(undefined)} />}
      {open === 'rename' && <RenameDialog device={device} onClose={() => setOpen(undefined)} />}
    </>
  );
}
