import { mdiCheck } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../base/notify.ts';
import { copyText } from './copy-text.ts';
import { Icon } from './icon.tsx';

/** Copies a text; a tick says that it was. Browsers only let secure pages use the clipboard, so a hub's page selects it. */
export function CopyButton(props: { text: string; label: string; icon: string }): ReactNode {
  const { t } = useTranslation('admin');
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    if (await copyText(props.text)) setCopied(true);
    else notify({ kind: 'warning', text: t('copy.failed') });
  }
  return (
    <IconButton
      onClick={() => void copy()}
      aria-label={copied ? t('copy.done') : props.label}
      title={copied ? t('copy.done') : props.label}
    >
      <Icon path={copied ? mdiCheck : props.icon} />
    </IconButton>
  );
}
