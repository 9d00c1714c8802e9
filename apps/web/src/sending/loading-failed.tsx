import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOfProblem } from '../base/notify.ts';
import { FailedScreen } from '../ui/failed-screen.tsx';

/** That what waits could not be read, why, and the way to try again. */
export function LoadingFailed({ problem, onRetry }: { problem: Error; onRetry(): void }): ReactNode {
  const { t } = useTranslation('sync');
  const text = sentenceOfProblem(problem, t('failed.text'));
  return <FailedScreen title={t('failed.title')} text={text} retry={t('failed.retry')} onRetry={onRetry} />;
}
