import { mdiDeleteOutline, mdiDotsVertical, mdiPower } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';

type Asked = 'empty' | 'off';

/** Emptying what is kept, and switching it off; both are asked twice. */
export function BufferMenu(props: {
  mayEmpty: boolean;
  maySwitch: boolean;
  disabled: boolean;
  onEmpty(): void;
  onOff(): void;
}): ReactNode {
  const { t } = useTranslation('realtime');
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [asked, setAsked] = useState<Asked>();
  if (!props.mayEmpty && !props.maySwitch) return null;
  const ask = (what: Asked) => () => {
    setAnchor(undefined);
    setAsked(what);
  };
  return (
    <>
      <IconButton
        aria-label={t('buffer.menu')}
        aria-haspopup="menu"
        disabled={props.disabled}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon path={mdiDotsVertical} size={18} />
      </IconButton>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(undefined)}>
          {props.mayEmpty && (
            <MenuItem onClick={ask('empty')}>
              <ListItemIcon>
                <Icon path={mdiDeleteOutline} />
              </ListItemIcon>
              {t('buffer.empty')}
            </MenuItem>
          )}
          {props.maySwitch && (
            <MenuItem onClick={ask('off')}>
              <ListItemIcon>
                <Icon path={mdiPower} />
              </ListItemIcon>
              {t('buffer.off')}
            </MenuItem>
          )}
        </Menu>
      )}
      {asked !== undefined && (
        <ConfirmDialog
          title={t(`buffer.ask.${asked}.title`)}
          text={t(`buffer.ask.${asked}.text`)}
          verb={t(`buffer.ask.${asked}.verb`)}
          pending={false}
          onConfirm={() => {
            setAsked(undefined);
            if (asked === 'empty') props.onEmpty();
            else props.onOff();
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
