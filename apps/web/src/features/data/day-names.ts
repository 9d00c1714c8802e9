import type { Record } from '@sillage/contract';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { dayOf } from '../../records/describe-record.ts';

const dayMilliseconds = 86_400_000;

/** How a record's day is called in a list: `Aujourd’hui`, `Hier`, `sam. 16 mai`. */
export function useDayNames(): (record: Pick<Record, 'timestamp' | 'timezone'>) => string {
  const { t } = useTranslation('data');
  const language = useAppearance((appearance) => appearance.language);
  const nowMs = Date.now();
  return ({ timestamp, timezone }) => {
    const nameOf = (ms: number) => dayOf({ timestamp: ms, timezone }, language, new Date(nowMs));
    const day = nameOf(timestamp);
    if (day === nameOf(nowMs)) return t('day.today');
    return day === nameOf(nowMs - dayMilliseconds) ? t('day.yesterday') : day;
  };
}
