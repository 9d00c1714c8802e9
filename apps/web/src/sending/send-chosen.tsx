import Button from '@mui/material/Button';
import { type LedgerLink, limits, type Record } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { formatNumber } from '../ui/format-number.ts';
import styles from './send-panel.module.css';
import { useAskedMove } from './use-asked-move.tsx';

const isInCloud = ({ cloud_state: state }: Record) => state === 'synced' || state === 'resend';
const isQueued = ({ cloud_state: state }: Record) =>
  state === 'needs_sending' || state === 'sending' || state === 'resend';

/** Sends what is ticked in a list, before all else that waits, or takes it out of what is sent; says first what is replaced by it. */
export function SendChosen(props: {
  chosen: readonly Record[];
  link: LedgerLink;
  isMetered: boolean;
  onDone(): void;
}): ReactNode {
  const { t } = useTranslation('sync');
  const language = useAppearance((appearance) => appearance.language);
  const { chosen, link, isMetered, onDone } = props;
  const asked = useAskedMove(isMetered);
  const records = chosen.filter((one) => one.record_type !== 'seance' && one.may.edit && !one.original_elsewhere);
  const most = limits.recordsSentAtOnce;
  const queued = records.filter(isQueued);
  const replaced = records.filter(isInCloud).length;
  const isTooMany = records.length > most;
  const go = (move: 'send' | 'cancel', those: readonly Record[]) =>
    asked.move({
      ...{ move, ids: those.map(({ id }) => id), onDone },
      bytes: those.reduce((total, { size }) => total + size, 0),
    });
  const said = [
    records.length < chosen.length && t('panel.leftOut', { count: chosen.length - records.length }),
    replaced > 0 && t('replaces', { count: replaced }),
    link.state !== 'ok' && records.length > 0 && t('panel.waits', { count: records.length }),
    isTooMany && t('panel.tooMany', { most: formatNumber(most, 0, language) }),
  ].filter((text) => text !== false);
  return (
    <footer className={styles.chosen}>
      {said.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <div className={styles.buttons}>
        {queued.length > 0 && (
          <Button
            variant="outlined"
            disabled={asked.isPending || queued.length > most}
            onClick={() => go('cancel', queued)}
          >
            {t('moveMany.cancel', { count: queued.length })}
          </Button>
        )}
        <Button
          variant={isMetered ? 'outlined' : 'contained'}
          disabled={records.length === 0 || isTooMany}
          loading={asked.isPending}
          onClick={() => go('send', records)}
        >
          {t('moveMany.send', { count: records.length })}
        </Button>
      </div>
      {asked.question}
    </footer>
  );
}
