import { mdiCellphoneWireless } from '@mdi/js';
import Button from '@mui/material/Button';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../base/load-part.ts';
import { Icon } from '../../../ui/icon.tsx';

const InviteDialog = lazyPart(() => import('./invite-dialog.tsx'));

/** Shows the code by which phones become sensors, where a person may let them in. */
export function AddPhone(): ReactNode {
  const { t } = useTranslation('realtime');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        color="inherit"
        onClick={() => setOpen(true)}
        startIcon={<Icon path={mdiCellphoneWireless} size={18} />}
        aria-haspopup="dialog"
      >
        {t('phones.add')}
      </Button>
      {isOpen && (
        <Suspense>
          <InviteDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
