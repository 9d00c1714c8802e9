import { mdiClose, mdiContentCopy } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import type { LogLine } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { useFormatDate } from '../../../base/use-format-date.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LevelTag } from './log-lines.tsx';
import styles from './logs.module.css';

/** One line with all that it carries. */
export function LogDetail(props: { line: LogLine; onClose(): void }): ReactNode {
  const { line } = props;
  const { t } = useTranslation(['settings', 'app']);
  const text = line.text[useAppearance((appearance) => appearance.language)];
  const date = useFormatDate('moment');
  const fields = JSON.stringify(line.fields, undefined, 2);
  return (
    <section className={styles.detail} aria-label={t('logs.detail')}>
      <header className={styles.detailHead}>
        <LevelTag level={line.level} />
        <h3>{text}</h3>
        <span className={styles.when}>
          {t(`logs.sources.${line.source}`)}
          {line.date !== '' && `, ${date(line.date)}`}
        </span>
        <CopyButton text={JSON.stringify(line, undefined, 2)} label={t('logs.copy')} icon={mdiContentCopy} />
        <IconButton onClick={props.onClose} aria-label={t('app:close')}>
          <Icon path={mdiClose} />
        </IconButton>
      </header>
      {fields !== '{}' && <pre className={styles.fields}>{fields}</pre>}
    </section>
  );
}
