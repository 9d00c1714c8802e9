import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveDevice } from '../../live/merge-device.ts';
import { isRefused } from './device-look.ts';

/** Why a device starts no record, with the field of its description that was refused; nothing where none was. */
export function RefusedText(props: { device: LiveDevice; className: string | undefined }): ReactNode {
  const { t } = useTranslation('realtime');
  const { is_connected: connected, meta_problem: problem } = props.device;
  if (!connected || problem === null) return null;
  return (
    <p className={props.className} role="status">
      {t(isRefused(props.device) ? 'refused.now' : 'refused.next', { problem })}
    </p>
  );
}
