import { mdiChartMultiline, mdiRecordCircle } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { showRealtimeAs } from '../base/realtime-view.ts';
import { Icon } from '../ui/icon.tsx';
import { useScreenSize } from '../ui/screen-size.ts';
import { useStartRecord } from './use-start-record.ts';

/** On the start page: the next record and, on a phone, whose header counts no devices, the live curves are one press away. */
export default function StartRecord(): ReactNode {
  return (
    <>
      {useScreenSize() === 'phone' && <CurvesLink />}
      <StartButton />
    </>
  );
}

function CurvesLink(): ReactNode {
  const { t } = useTranslation('app');
  const label = t('header.curves');
  return (
    <IconButton
      component={Link}
      to="/realtime"
      color="inherit"
      aria-label={label}
      title={label}
      onClick={() => showRealtimeAs('curves')}
    >
      <Icon path={mdiChartMultiline} size={24} />
    </IconButton>
  );
}

/** Starts every device that is ready; nothing while none is, or some record. */
function StartButton(): ReactNode {
  const small = useScreenSize() !== 'desktop';
  const record = useStartRecord();
  if (record === undefined) return null;
  const { label, pending, start } = record;
  return small ? (
    <IconButton color="inherit" disabled={pending} aria-label={label} title={label} onClick={start}>
      <Icon path={mdiRecordCircle} size={24} />
    </IconButton>
  ) : (
    <Button variant="outlined" disabled={pending} onClick={start}>
      <Icon path={mdiRecordCircle} />
      {label}
    </Button>
  );
}
