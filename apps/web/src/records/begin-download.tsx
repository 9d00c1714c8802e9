import { mdiDownload, mdiTimerSandComplete } from '@mdi/js';
import Button from '@mui/material/Button';
import { type FileSize, limits } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { notify } from '../base/notify.ts';
import { formatBytes } from '../ui/format-bytes.ts';
import { Icon } from '../ui/icon.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import { type Download, useDownload, useQueuedDownload } from './download.ts';

export interface BeginDownload {
  /** Rather made in the background. */
  readonly isLarge: boolean;
  readonly canBegin: boolean;
  readonly pending: 'now' | 'later' | undefined;
  now(): void;
  /** By a task, whose file this browser takes when it is there. */
  later(): void;
  /** The one of both that its size suggests. */
  rather(): void;
}

/** Both ways to begin what is asked for (undefined = nothing can be), each with a word that it has begun. */
export function useBeginDownload(
  asked: Download | undefined,
  size: FileSize | undefined,
  onBegun: () => void,
): BeginDownload {
  const { t } = useTranslation('records');
  const language = useAppearance((appearance) => appearance.language);
  const download = useDownload();
  const queued = useQueuedDownload();
  const pending = download.isPending ? 'now' : queued.isPending ? 'later' : undefined;
  const isLarge = size !== undefined && size.bytes >= limits.exportTaskBytes;
  const about = size === undefined ? '' : formatBytes(size.bytes, language);
  const begin = (way: typeof download, text: string) => {
    if (asked === undefined || pending !== undefined) return;
    way.mutate(asked, {
      onSuccess: () => {
        notify({ kind: 'info', text });
        onBegun();
      },
    });
  };
  const now = () => begin(download, t('download.begun', { size: about, context: about === '' ? 'unknown' : '' }));
  const later = () => begin(queued, t('download.queued'));
  return { isLarge, canBegin: asked !== undefined, pending, now, later, rather: isLarge ? later : now };
}

/** The way that the size suggests is the form's own. */
export function BeginButtons({ begin }: { begin: BeginDownload }): ReactNode {
  const { t } = useTranslation('records');
  const ways = [
    { way: 'later', text: t('download.queue'), icon: mdiTimerSandComplete, isFirst: begin.isLarge },
    { way: 'now', text: t('download.start'), icon: mdiDownload, isFirst: !begin.isLarge },
  ] as const;
  return ways.map(({ way, text, icon, isFirst }) => (
    <Button
      key={way}
      type={isFirst ? 'submit' : 'button'}
      variant={isFirst ? 'contained' : 'text'}
      autoFocus={way === 'now'}
      onClick={isFirst ? undefined : begin[way]}
      disabled={!begin.canBegin || (begin.pending !== undefined && begin.pending !== way)}
      loading={begin.pending === way}
      startIcon={<Icon path={icon} size={18} />}
    >
      {text}
      {isFirst && <KeyHint>D</KeyHint>}
    </Button>
  ));
}
