import { mdiEyeOffOutline, mdiEyeOutline } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import type { InputProps } from '@mui/material/Input';
import InputAdornment from '@mui/material/InputAdornment';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import { UnderlinedField } from './underlined-field.tsx';

/** A password with an eye that shows it. */
export function PasswordField(props: InputProps & { label: string; problem?: string | undefined }): ReactNode {
  const { t } = useTranslation('app');
  const [shown, setShown] = useState(false);
  const eye = (
    <InputAdornment position="end">
      <IconButton
        onClick={() => setShown(!shown)}
        aria-label={t(shown ? 'password.hide' : 'password.show')}
        aria-pressed={shown}
      >
        <Icon path={shown ? mdiEyeOffOutline : mdiEyeOutline} size={18} />
      </IconButton>
    </InputAdornment>
  );
  return <UnderlinedField {...props} type={shown ? 'text' : 'password'} endAdornment={eye} />;
}
