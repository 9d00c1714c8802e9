import { mdiCalendar } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import Popover from '@mui/material/Popover';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { DayGrid } from './day-grid.tsx';
import { Icon } from './icon.tsx';
import { readDay, writeDay } from './typed-day.ts';
import { UnderlinedField } from './underlined-field.tsx';

interface DateFieldProps {
  readonly label: string;
  /** `yyyy-mm-dd`, or '' for none; what is no day is shown as it is. */
  readonly value: string;
  readonly problem?: string | undefined;
  readonly name?: string;
  /** The day as `yyyy-mm-dd`, '' for none; what is no day, or not yet, as it was typed. */
  onChange(value: string): void;
}

/** A day, typed in the person's language or picked from a month; the browser's own field follows the browser's language. */
export function DateField(props: DateFieldProps): ReactNode {
  const { t } = useTranslation('app');
  const language = useAppearance((appearance) => appearance.language);
  const { value } = props;
  const [typed, setTyped] = useState({ text: writeDay(value, language), value, given: value, language });
  const [isLeft, setLeft] = useState(true);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (typed.given !== value || typed.language !== language) {
    // Who asks may keep nothing of what is no day yet: it stays to be corrected.
    const isOwn = value === typed.value || (value === '' && readDay(typed.text, typed.language) === undefined);
    setTyped(
      isOwn && typed.language === language
        ? { ...typed, given: value }
        : { text: writeDay(value, language), value, given: value, language },
    );
  }
  const take = (text: string) => {
    const day = readDay(text, language) ?? text;
    setTyped({ ...typed, text, value: day });
    props.onChange(day);
  };
  const isWrong = isLeft && readDay(typed.text, language) === undefined;
  const problem = isWrong ? t('date.invalid', { format: t('date.format') }) : props.problem;
  return (
    <>
      <UnderlinedField
        label={props.label}
        {...(props.name !== undefined && { name: props.name })}
        value={typed.text}
        placeholder={t('date.format')}
        problem={problem}
        inputProps={{ maxLength: 10, autoComplete: 'off' }}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
        onChange={(event) => take(event.target.value)}
        endAdornment={
          <InputAdornment position="end">
            <IconButton
              size="small"
              edge="end"
              aria-label={t('date.pick', { label: props.label })}
              aria-haspopup="dialog"
              onClick={(event) => setAnchor(event.currentTarget)}
            >
              <Icon path={mdiCalendar} size={18} />
            </IconButton>
          </InputAdornment>
        }
      />
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': props.label } }}
      >
        <DayGrid
          chosen={readDay(typed.text, language) ?? ''}
          today={today()}
          onChoose={(day) => {
            take(writeDay(day, language));
            setAnchor(null);
          }}
        />
      </Popover>
    </>
  );
}

/** Here, `yyyy-mm-dd`. */
function today(): string {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
