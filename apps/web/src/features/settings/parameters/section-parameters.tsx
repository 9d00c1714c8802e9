import { mdiAccessPointOff } from '@mdi/js';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingFailed, LoadingRows } from '../../../tables/list-states.tsx';
import { MessageScreen } from '../../../ui/message-screen.tsx';
import styles from './parameter-screen.module.css';
import { ParameterScreen } from './parameter-screen.tsx';
import { type TargetKind, useTarget, useTargets } from './targets.ts';

/** The parameter editor of a section: of the thing chosen last, else of the first that the person may change. */
export function SectionParameters(props: {
  section: string;
  kinds: readonly TargetKind[];
  /** Narrows what can be chosen. */
  choice?: ReactNode;
}): ReactNode {
  const { t } = useTranslation('settings');
  const { data, error, refetch } = useTargets(props.kinds, '');
  const [target, choose] = useTarget(props.section, data?.find(({ mayChange }) => mayChange) ?? data?.[0]);
  if (target !== undefined) {
    const key = `${target.table} ${target.id}`;
    return <ParameterScreen key={key} kinds={props.kinds} target={target} choice={props.choice} onChoose={choose} />;
  }
  if (error !== null)
    return <LoadingFailed problem={error} title={t('parameters.failed')} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingRows />;
  return (
    <div>
      {props.choice && <div className={styles.choice}>{props.choice}</div>}
      <MessageScreen icon={mdiAccessPointOff} title={t('parameters.nothing')} text={t('parameters.nothingText')} />
    </div>
  );
}
