import { mdiDownload } from '@mdi/js';
import Button from '@mui/material/Button';
import { api } from '@sillage/contract';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../base/save-file.ts';
import { useServer } from '../../../base/services.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './backup.module.css';

/** A backup to look at: with empty tables, or with an example in each. */
export function ExampleCard(): ReactNode {
  const { t } = useTranslation('admin');
  const server = useServer();
  const download = useMutation({
    mutationFn: (kind: 'empty' | 'filled') =>
      server.fetchBytes(api.exampleDatabase, { query: { fill_example: kind === 'filled' ? 'true' : 'false' } }),
    onSuccess: (reply, kind) => saveFile(reply, reply.filename ?? `sillage-example-${kind}.zip`),
  });
  return (
    <section className={styles.card}>
      <h2>{t('backup.example.title')}</h2>
      <p className={styles.text}>{t('backup.example.text')}</p>
      <div className={styles.buttons}>
        {(['empty', 'filled'] as const).map((kind) => (
          <Button
            key={kind}
            variant="outlined"
            loading={download.isPending && download.variables === kind}
            onClick={() => download.mutate(kind)}
            startIcon={<Icon path={mdiDownload} size={18} />}
          >
            {t(`backup.example.${kind}`)}
          </Button>
        ))}
      </div>
    </section>
  );
}
