import Button from '@mui/material/Button';
import { fieldSentence } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage, notify } from '../../../base/notify.ts';
import { sentenceOfProblem } from '../../../base/say-problem.ts';
import { FileField } from '../../../tables/form-controls.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import styles from './backup.module.css';
import { useStartBackup } from './start-backup.ts';

/** Brings a backup back, after a question that says what happens. */
export function RestoreForm(): ReactNode {
  const { t } = useTranslation('admin');
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState(false);
  const [asking, setAsking] = useState(false);
  const start = useStartBackup(() => {
    setAsking(false);
    setFile(null);
    notify({ kind: 'success', text: t('backup.restore.started') });
  });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(file === null);
        if (file === null) return;
        start.reset();
        setAsking(true);
      }}
    >
      <div className={styles.wide}>
        <FileField
          label={t('backup.restore.file')}
          problem={missing && file === null ? inPageLanguage(fieldSentence('required')) : undefined}
          hint={t('backup.restore.fileHint')}
          value={file}
          extensions={['.zip']}
          autoFocus={false}
          onBlur={() => undefined}
          inputRef={() => undefined}
          onChange={(value) => setFile(value instanceof File ? value : null)}
        />
      </div>
      <div className={styles.buttons}>
        <Button type="submit" variant="outlined">
          {t('backup.restore.ask')}
        </Button>
      </div>
      {asking && file !== null && (
        <ConfirmDialog
          title={t('backup.restore.confirmTitle', { name: file.name })}
          text={
            <>
              <p>{t('backup.restore.confirmText')}</p>
              <p>{t('backup.restore.confirmKept')}</p>
            </>
          }
          verb={t('backup.restore.now')}
          pending={start.isPending}
          problem={start.isError ? sentenceOfProblem(start.error, t('common.unreachable')) : undefined}
          onClose={() => setAsking(false)}
          onConfirm={() => start.mutate({ name: 'backup.restore', args: {}, file: { content: file, name: file.name } })}
        />
      )}
    </form>
  );
}
