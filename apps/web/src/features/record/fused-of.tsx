import type { Record } from '@sillage/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { fusionOf } from '../../records/fuse/fusion-origin.ts';
import { offsetText } from '../../records/fuse/offsets.ts';
import styles from './record-sheet.module.css';

/** Of a record that was fused: its parts, how they were brought on one clock, and when each begins. */
export function FusedOf({ record }: { record: Record }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const fusion = fusionOf(record);
  if (fusion === undefined) return null;
  return (
    <>
      <h3>
        {t('sheet.fusion')} {t(`sheet.fusionTypes.${fusion.type}`)}
      </h3>
      <ul className={styles.modules}>
        {fusion.parts.map((part) => (
          <li key={part.uid}>
            <Link to="/records/$recordId" params={{ recordId: String(part.record_id) }}>
              {part.name}
            </Link>
            <span className={styles.none}>{offsetText(part.offset, language)} s</span>
          </li>
        ))}
      </ul>
    </>
  );
}
