import {
  mdiAccountOutline,
  mdiBookmarkOutline,
  mdiCogOutline,
  mdiDomain,
  mdiHandBackLeftOutline,
  mdiPencilOutline,
  mdiRuler,
} from '@mdi/js';
import type { AnalysisOutcome } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import styles from './parameter-source.module.css';

type Source = AnalysisOutcome['parameters'][string]['source'];

const glyphs: Readonly<Record<Source, string>> = {
  default: mdiCogOutline,
  organisation: mdiDomain,
  coach: mdiAccountOutline,
  preset: mdiBookmarkOutline,
  measured: mdiRuler,
  given: mdiPencilOutline,
  moved: mdiHandBackLeftOutline,
};

/** Who says what a parameter is: a glyph and a word. */
export function ParameterSource({ source }: { source: Source }): ReactNode {
  const { t } = useTranslation('record');
  return (
    <small className={styles.source} data-source={source}>
      <Icon path={glyphs[source]} size={14} /> {t(`analysis.from_${source}`)}
    </small>
  );
}
