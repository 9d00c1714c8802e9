import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOfProblem } from '../../base/say-problem.ts';
import { Avatar } from '../../ui/avatar.tsx';
import styles from './phone.module.css';
import type { RunningScreen } from './use-phone.ts';

/** Who wears the phone: said here, or by the coach on the page Realtime. */
export function Wearer({ running }: { running: RunningScreen }): ReactNode {
  const { t } = useTranslation('phone');
  const [problem, setProblem] = useState<string>();
  const { status } = running;
  if (status === undefined) return null;
  const [wearer] = status.users;
  const choose = async (id: string) => {
    setProblem(undefined);
    await running
      .wear(id === '' ? null : Number(id))
      .catch((why: unknown) => setProblem(sentenceOfProblem(why, t('noAnswer'))));
  };
  return (
    <div className={styles.wearer}>
      {wearer && <Avatar person={wearer} />}
      <TextField
        select
        fullWidth
        label={t('wearer')}
        value={wearer?.id ?? ''}
        error={problem !== undefined}
        helperText={problem}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        onChange={(event) => void choose(event.target.value)}
      >
        <MenuItem value="">{t('nobody')}</MenuItem>
        {status.athletes.map(({ id, firstname, lastname }) => (
          <MenuItem key={id} value={id}>
            {`${firstname} ${lastname}`}
          </MenuItem>
        ))}
      </TextField>
    </div>
  );
}
