import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SeenDevice } from './device-look.ts';
import { isRefused } from './record-control.ts';

/** Why a device starts no record, with the field of its description that was refused; nothing where none was. */
export function RefusedText(props: { device: SeenDevice; className: string | undefined }): ReactNode {
  const { t } = useTranslation('realtime');
  const { is_connected: connected, meta_problem: problem } = props.device;
  if (!connected || problem === null) return null;
  return (
    <p className={props.className} role="status">
      {t(isRefused(props.device) ? 'refused.now' : 'refused.next', { problem })}
    </p>
  );
}
