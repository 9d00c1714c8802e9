import { mdiAlertCircle, mdiClose, mdiPaperclip } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import Switch from '@mui/material/Switch';
import MuiTextField from '@mui/material/TextField';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { DateField } from '../ui/date-field.tsx';
import { formatBytes } from '../ui/format-bytes.ts';
import { Icon } from '../ui/icon.tsx';
import { LongField } from '../ui/long-field.tsx';
import styles from './edit-dialog.module.css';
import { type ControlProps, FieldHelp } from './field-help.tsx';

type TextKind = 'text' | 'mail' | 'number';

/** An underlined field of one line. */
export function TextField(props: ControlProps & { kind: TextKind; mono: boolean }): ReactNode {
  const { problem, hint, kind } = props;
  const wrong = problem !== undefined;
  return (
    <MuiTextField
      label={props.label}
      value={props.value ?? ''}
      type={kind === 'mail' ? 'email' : 'text'}
      error={wrong}
      helperText={problem ?? hint}
      autoFocus={props.autoFocus}
      className={props.mono ? (styles.mono ?? '') : ''}
      inputRef={props.inputRef}
      onChange={(event) => props.onChange(event.target.value)}
      onBlur={props.onBlur}
      slotProps={{
        htmlInput: { inputMode: kind === 'number' ? 'decimal' : undefined },
        formHelperText: { role: wrong ? 'alert' : undefined },
        input: wrong
          ? {
              endAdornment: (
                <InputAdornment position="end" style={{ color: 'var(--err-ink)' }}>
                  <Icon path={mdiAlertCircle} size={18} />
                </InputAdornment>
              ),
            }
          : {},
      }}
    />
  );
}

/** A day, in the person's language. */
export function DayField(props: ControlProps): ReactNode {
  return (
    <DateField
      label={props.label}
      value={String(props.value ?? '')}
      problem={props.problem}
      onChange={props.onChange}
    />
  );
}

/** Several lines. */
export function LongTextField(props: ControlProps): ReactNode {
  return (
    <LongField
      label={props.label}
      value={String(props.value ?? '')}
      problem={props.problem}
      hint={props.hint}
      autoFocus={props.autoFocus}
      ref={props.inputRef}
      onChange={(event) => props.onChange(event.target.value)}
      onBlur={props.onBlur}
    />
  );
}

export function SwitchField(props: ControlProps): ReactNode {
  const id = useId();
  return (
    <>
      <div className={styles.switch}>
        <label htmlFor={id}>{props.label}</label>
        <Switch id={id} checked={props.value === true} onChange={(_, on) => props.onChange(on)} onBlur={props.onBlur} />
      </div>
      <FieldHelp problem={props.problem} hint={props.hint} />
    </>
  );
}

/** JSON in an outlined box of fixed-width letters; Tab indents, Escape then Tab leaves. */
export function CodeField(props: ControlProps & { lines: number }): ReactNode {
  const { t } = useTranslation('admin');
  const id = useId();
  const leaving = useRef(false);
  function indent(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key === 'Escape') {
      leaving.current = true;
      event.stopPropagation();
      return;
    }
    if (event.key === 'Tab' && !event.shiftKey && !leaving.current) {
      event.preventDefault();
      const box = event.currentTarget;
      box.setRangeText('  ', box.selectionStart, box.selectionEnd, 'end');
      props.onChange(box.value);
    }
    leaving.current = false;
  }
  return (
    <div className={styles.code} data-wrong={props.problem !== undefined}>
      <label htmlFor={id} className={styles.label}>
        {props.label}
      </label>
      <textarea
        id={id}
        ref={props.inputRef}
        rows={props.lines}
        spellCheck={false}
        autoCapitalize="off"
        aria-invalid={props.problem !== undefined}
        aria-describedby={`${id}-help ${id}-keys`}
        value={String(props.value ?? '')}
        onChange={(event) => props.onChange(event.target.value)}
        onBlur={props.onBlur}
        onKeyDown={indent}
      />
      <FieldHelp id={`${id}-help`} problem={props.problem} hint={props.hint} />
      <p id={`${id}-keys`} className={styles.keys}>
        {t('common.codeKeys')}
      </p>
    </div>
  );
}

/** A file, with its size once chosen. */
export function FileField(props: ControlProps & { extensions: readonly string[] }): ReactNode {
  const { t } = useTranslation('admin');
  const language = useAppearance((appearance) => appearance.language);
  const picker = useRef<HTMLInputElement>(null);
  const id = useId();
  const file = props.value instanceof File ? props.value : undefined;
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {props.label}
      </label>
      <div className={styles.file} data-wrong={props.problem !== undefined}>
        <span className={styles.fileName} title={file?.name}>
          {file === undefined ? t('file.none') : `${file.name} (${formatBytes(file.size, language)})`}
        </span>
        {file && (
          <IconButton size="small" aria-label={t('file.remove')} onClick={() => props.onChange(null)}>
            <Icon path={mdiClose} size={18} />
          </IconButton>
        )}
        <Button
          onClick={() => picker.current?.click()}
          startIcon={<Icon path={mdiPaperclip} size={18} />}
          ref={props.inputRef}
        >
          {t('file.choose')}
        </Button>
      </div>
      <input
        ref={picker}
        id={id}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        accept={props.extensions.join(',')}
        onChange={(event) => {
          props.onChange(event.target.files?.[0] ?? null);
          event.target.value = '';
        }}
      />
      <FieldHelp problem={props.problem} hint={props.hint} />
    </div>
  );
}
