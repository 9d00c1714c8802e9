import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './backup.module.css';
import { BackupTasks } from './backup-tasks.tsx';
import { ExampleCard } from './example-card.tsx';
import { ExportForm } from './export-form.tsx';
import { RestoreForm } from './restore-form.tsx';

/** Backups: written, brought back, and one to look at. */
export default function Backup(): ReactNode {
  const { t } = useTranslation('admin');
  return (
    <section className={styles.page}>
      <div className={styles.columns}>
        <section className={styles.card}>
          <h2>{t('backup.export.title')}</h2>
          <p className={styles.text}>{t('backup.export.text')}</p>
          <ExportForm />
        </section>
        <div className={styles.stack}>
          <section className={styles.card}>
            <h2>{t('backup.restore.title')}</h2>
            <p className={styles.text}>{t('backup.restore.text')}</p>
            <RestoreForm />
          </section>
          <ExampleCard />
        </div>
      </div>
      <BackupTasks />
    </section>
  );
}
