import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import Input, { type InputProps } from '@mui/material/Input';
import InputLabel from '@mui/material/InputLabel';
import { type ReactNode, useId } from 'react';

/** A one-line field with its label above and what is wrong, or to know, below. Lighter than TextField, which brings select menus. */
export function UnderlinedField(
  props: InputProps & { label: string; problem?: string | undefined; hint?: string | undefined },
): ReactNode {
  const { label, problem, hint, className, ...input } = props;
  const id = useId();
  const wrong = problem !== undefined;
  const help = problem ?? hint;
  return (
    <FormControl variant="standard" fullWidth error={wrong} className={className ?? ''}>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <Input {...input} id={id} aria-describedby={help === undefined ? undefined : `${id}-help`} />
      {help !== undefined && (
        <FormHelperText id={`${id}-help`} {...(wrong && { role: 'alert' })}>
          {help}
        </FormHelperText>
      )}
    </FormControl>
  );
}
