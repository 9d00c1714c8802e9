import { mdiTrayArrowDown } from '@mdi/js';
import Button from '@mui/material/Button';
import { type ChangeEvent, type ReactNode, type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { useScreenSize } from '../../../ui/screen-size.ts';
import styles from './index.module.css';

const extensions =
  '.txt,.csv,.tsv,.fit,.gpx,.tcx,.parquet,.mcap,.gz,.mp4,.m4v,.mov,.webm,text/plain,text/csv,video/mp4,video/quicktime,video/webm';

/** Files and folders, chosen or dropped; what is dropped is taken by the whole page. */
export function FilePicker(props: { isOver: boolean; onPick(files: readonly File[]): void }): ReactNode {
  const { t } = useTranslation('data');
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const onPhone = useScreenSize() === 'phone';
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    props.onPick([...(event.target.files ?? [])].filter(({ name }) => !name.startsWith('.')));
    // A file may be chosen again after it was taken away.
    event.target.value = '';
  };
  return (
    <div className={styles.drop} data-over={props.isOver}>
      <Icon path={mdiTrayArrowDown} size={28} />
      <div className={styles.dropText}>
        <b>{t(onPhone ? 'upload.choose' : 'upload.drop')}</b>
        <span className={styles.hint}>{t('upload.formats')}</span>
      </div>
      <Button variant="outlined" onClick={() => files.current?.click()}>
        {t('upload.browse')}
      </Button>
      <Button variant="text" className={styles.folder ?? ''} onClick={() => folder.current?.click()}>
        {t('upload.browseFolder')}
      </Button>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept={extensions}
        aria-label={t('upload.choose')}
        onChange={pick}
      />
      <input ref={takesFolder(folder)} type="file" hidden aria-label={t('upload.chooseFolder')} onChange={pick} />
    </div>
  );
}

/** The attribute that every browser knows and no type of React. */
const takesFolder = (ref: RefObject<HTMLInputElement | null>) => (input: HTMLInputElement | null) => {
  ref.current = input;
  input?.setAttribute('webkitdirectory', '');
};
