import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { api, DeviceType, HardwareVersion } from '@sillage/contract';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServer } from '../../../base/services.tsx';
import type { OwnFieldProps } from '../../../tables/table-definition.ts';
import styles from './serial-field.module.css';

/** The 4 digits that people type of a device's number; a button asks for the next free one of the family. */
export function SerialField(props: OwnFieldProps): ReactNode {
  const { t } = useTranslation('admin');
  const server = useServer();
  const type = DeviceType.safeParse(props.form.type);
  const version = HardwareVersion.safeParse(props.form.version);
  const next = useMutation({
    mutationFn: async () => {
      if (!type.success || !version.success) return undefined;
      return await server.call(api.readNextDeviceNumber, { query: { type: type.data, version: version.data } });
    },
    onSuccess: (free) => free && props.onChange(String(free.serial).padStart(4, '0')),
  });
  return (
    <div className={styles.line}>
      <TextField
        label={props.label}
        value={String(props.value ?? '')}
        inputRef={props.inputRef}
        error={props.problem !== undefined}
        helperText={props.problem ?? t('devices.hint.serial')}
        onChange={(event) => props.onChange(event.target.value)}
        onBlur={props.onBlur}
        slotProps={{
          htmlInput: { inputMode: 'numeric', maxLength: 6 },
          formHelperText: { role: props.problem ? 'alert' : undefined },
        }}
      />
      <Button
        variant="outlined"
        disabled={!type.success || !version.success}
        loading={next.isPending}
        onClick={() => next.mutate()}
      >
        {t('devices.nextFree')}
      </Button>
    </div>
  );
}
