import { mdiChartBox, mdiFileDelimited, mdiFileDocumentOutline, mdiFolderZip, mdiTable } from '@mdi/js';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icon.tsx';
import { type DownloadType, fileTypes } from './download.ts';
import styles from './download-menu.module.css';

const icons: Readonly<Record<DownloadType, string>> = {
  zip: mdiFolderZip,
  decoded: mdiFileDelimited,
  raw: mdiFileDocumentOutline,
  parquet: mdiTable,
  stats: mdiChartBox,
};

/** The formats of a download, each with what it holds. */
export function DownloadMenu(props: {
  anchor: HTMLElement | null;
  types?: readonly DownloadType[];
  onPick(type: DownloadType): void;
  onClose(): void;
}): ReactNode {
  const { t } = useTranslation('records');
  return (
    <Menu anchorEl={props.anchor} open={props.anchor !== null} onClose={props.onClose}>
      {(props.types ?? fileTypes).map((type) => (
        <MenuItem
          key={type}
          onClick={() => {
            props.onClose();
            props.onPick(type);
          }}
        >
          <Icon path={icons[type]} size={18} />
          <span className={styles.format}>
            <span>{t(`download.${type}`)}</span>
            <span className={styles.hint}>{t(`download.${type}Hint`)}</span>
          </span>
        </MenuItem>
      ))}
    </Menu>
  );
}
