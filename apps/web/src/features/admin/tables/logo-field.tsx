import { mdiImageOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { type Answered, type Client, limits, uploadExtensions } from '@sillage/contract';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../../base/services.tsx';
import { FieldHelp } from '../../../tables/field-help.tsx';
import type { Field, OwnFieldProps } from '../../../tables/table-definition.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './logo-field.module.css';

/** The address of a chosen file, while it is shown. */
function useFileAddress(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (file === undefined) return setAddress(undefined);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

/** The logo as it is or as it will be; a new file, or none. Its value: the path of the kept one, a file, or null. */
function LogoField(props: OwnFieldProps): ReactNode {
  const { t } = useTranslation('admin');
  const { apiUrl } = useServices();
  const picker = useRef<HTMLInputElement>(null);
  const id = useId();
  const file = props.value instanceof File ? props.value : undefined;
  const chosen = useFileAddress(file);
  const kept = typeof props.value === 'string' && props.value !== '' ? apiUrl + props.value : undefined;
  const address = chosen ?? kept;
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {props.label}
      </label>
      <div className={styles.line}>
        <span className={styles.preview}>
          {address === undefined ? <Icon path={mdiImageOutline} size={24} /> : <img src={address} alt="" />}
        </span>
        <Button variant="outlined" onClick={() => picker.current?.click()}>
          {t(address === undefined ? 'logo.choose' : 'logo.replace')}
        </Button>
        {address !== undefined && <Button onClick={() => props.onChange(null)}>{t('logo.remove')}</Button>}
      </div>
      <input
        ref={picker}
        id={id}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        accept={uploadExtensions.logo.join(',')}
        onChange={(event) => {
          const [picked] = event.target.files ?? [];
          if (picked !== undefined) props.onChange(picked);
          event.target.value = '';
        }}
      />
      <FieldHelp problem={props.problem} hint={t('logo.hint', { megabytes: limits.logoBytes / 1024 ** 2 })} />
    </div>
  );
}

export const logoField: Field<Answered<Client>> = {
  name: 'logo',
  kind: 'own',
  Field: LogoField,
  extensions: uploadExtensions.logo,
  // A file goes beside the body; null takes the logo away.
  inBody: (value) => (value === null ? null : undefined),
  start: (row) => row?.logo ?? null,
};
