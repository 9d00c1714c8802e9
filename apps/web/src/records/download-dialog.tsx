import { mdiClose } from '@mdi/js';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { downloadFormats, processingRates, type Record } from '@sillage/contract';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { sentenceOfProblem } from '../base/say-problem.ts';
import { formatBytes } from '../ui/format-bytes.ts';
import { Icon } from '../ui/icon.tsx';
import { useSettled } from '../ui/use-settled.ts';
import { BeginButtons, useBeginDownload } from './begin-download.tsx';
import { canBeDownloaded, titleOf } from './describe-record.ts';
import { type Download, type DownloadWindow, useDownloadSize } from './download.ts';
import type { DownloadChoice } from './download-choice.ts';
import styles from './download-dialog.module.css';
import { DownloadFormat, leavesAs } from './download-format.tsx';
import { DownloadScope, scopeOfRecords } from './download-scope.tsx';
import { readRate } from './sample-rate.ts';

/** ms that choices rest before their size is asked for. */
const restMilliseconds = 250;

/** What is asked for by the choices; undefined while they are not all made, or where no record can be read. */
function downloadOf(
  records: readonly Record[],
  choice: DownloadChoice,
  window: DownloadWindow | undefined,
): Download | undefined {
  const { isProcessed } = downloadFormats[choice.type];
  const processing = isProcessed ? choice.processing : 'default';
  const takesRate = processingRates[processing];
  const rate = takesRate === 'none' ? undefined : readRate(choice.rate);
  if (rate === 'invalid' || (takesRate === 'required' && rate === undefined)) return undefined;
  const isBySelection = choice.scope === 'selections';
  const chosen = records.filter(
    (record) => leavesAs(record, choice.type) && (!isBySelection || record.selections.length > 0),
  );
  const selectionIds = isBySelection ? scopeOfRecords(chosen, choice.selectionIds) : [];
  if (chosen.length === 0 || (isBySelection && selectionIds.length === 0)) return undefined;
  return {
    ids: chosen.map((record) => record.id),
    type: choice.type,
    selectionIds,
    window: choice.scope === 'window' ? window : undefined,
    processing,
    rate,
    switches: isProcessed ? choice.switches : [],
    withComputed: isProcessed && choice.withComputed,
  };
}

/** Whether a letter is typed there, or leads to a choice of an open list. */
function takesLetters(target: EventTarget): boolean {
  if (target instanceof HTMLInputElement) return target.type === 'text';
  return target instanceof Element && target.closest('[role="listbox"], [aria-expanded="true"]') !== null;
}

/** What of these records is downloaded, in which format, how large it will be; the same for one and for many. */
export function DownloadDialog(props: {
  records: readonly Record[];
  /** Of one record: what of it is looked at; undefined for all of it. */
  window?: DownloadWindow | undefined;
  onClose(): void;
}): ReactNode {
  const { t } = useTranslation('records');
  const language = useAppearance((appearance) => appearance.language);
  const heading = useId();
  const ready = props.records.filter(canBeDownloaded);
  const [only, ...others] = ready;
  const [choice, setChoice] = useState<DownloadChoice>({
    type: ready.every(({ video }) => video !== null) ? 'raw' : 'decoded',
    processing: 'default',
    rate: '100',
    switches: [],
    withComputed: false,
    scope: 'whole',
    selectionIds: others.length === 0 ? (only?.selections ?? []).map(({ id }) => id) : [],
  });
  const asked = downloadOf(ready, choice, props.window);
  const settled = useSettled(JSON.stringify(asked ?? null), restMilliseconds);
  const size = useDownloadSize(asked !== undefined && settled === JSON.stringify(asked) ? asked : undefined);
  const isRefused = size.isError && asked !== undefined;
  const begin = useBeginDownload(isRefused ? undefined : asked, size.data, props.onClose);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'd' || takesLetters(event.target) || event.ctrlKey || event.metaKey || event.altKey)
      return;
    event.preventDefault();
    begin.rather();
  };
  return (
    <Dialog open onClose={props.onClose} onKeyDown={onKeyDown} aria-labelledby={heading}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          begin.rather();
        }}
      >
        <DialogTitle id={heading} className={styles.title ?? ''}>
          <span>
            {only !== undefined && others.length === 0
              ? t('download.titleOne', { title: titleOf(only, language) })
              : t('download.title', { count: ready.length })}
          </span>
          <IconButton aria-label={t('download.close')} onClick={props.onClose}>
            <Icon path={mdiClose} />
          </IconButton>
        </DialogTitle>
        <DialogContent className={styles.content ?? ''}>
          {ready.length < props.records.length && (
            <p className={styles.hint}>{t('download.notReady', { count: props.records.length - ready.length })}</p>
          )}
          <DownloadScope
            records={ready}
            window={props.window}
            choice={choice}
            onChange={(some) => setChoice({ ...choice, ...some })}
          />
          <DownloadFormat records={ready} choice={choice} onChange={(some) => setChoice({ ...choice, ...some })} />
          {begin.isLarge && <p className={styles.hint}>{t('download.large')}</p>}
        </DialogContent>
        <DialogActions className={styles.actions ?? ''}>
          <span className={styles.size} role="status">
            {isRefused ? (
              <span className={styles.problem}>{sentenceOfProblem(size.error, t('download.noAnswer'))}</span>
            ) : (
              <SizeText size={asked === undefined ? undefined : size.data} />
            )}
          </span>
          {!begin.isLarge && <Button onClick={props.onClose}>{t('cancel')}</Button>}
          <BeginButtons begin={begin} />
        </DialogActions>
      </form>
    </Dialog>
  );
}

function SizeText(props: { size: { bytes: number; files: number; is_zip: boolean } | undefined }): ReactNode {
  const { t } = useTranslation('records');
  const language = useAppearance((appearance) => appearance.language);
  const { size } = props;
  if (size === undefined) return null;
  return (
    <>
      <b>{t('download.about', { size: formatBytes(size.bytes, language) })}</b>
      {size.is_zip ? t('download.zipFiles', { count: size.files }) : t('download.oneFile')}
    </>
  );
}
