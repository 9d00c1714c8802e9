import { mdiCheckboxBlankOutline, mdiCheckboxMarked, mdiSigma } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { useChosenFigures } from './chosen-figures.ts';
import { figureNames } from './window-figures.ts';

/** Which figures of each window the statistics show. */
export function FiguresMenu(): ReactNode {
  const { t } = useTranslation('record');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { chosen, turn } = useChosenFigures();
  return (
    <>
      <IconButton
        aria-label={t('figures.title')}
        title={t('figures.title')}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon path={mdiSigma} size={18} />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {figureNames.map((name) => (
          <MenuItem
            key={name}
            dense
            role="menuitemcheckbox"
            aria-checked={chosen.includes(name)}
            onClick={() => turn(name)}
          >
            <ListItemIcon>
              <Icon path={chosen.includes(name) ? mdiCheckboxMarked : mdiCheckboxBlankOutline} size={18} />
            </ListItemIcon>
            <ListItemText primary={t(`figures.${name}`)} secondary={t(`figures.hint.${name}`)} />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
