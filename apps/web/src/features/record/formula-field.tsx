import TextField from '@mui/material/TextField';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { type Completion, completeAt, type Offer, replaced } from './complete-formula.ts';
import styles from './formula-dialog.module.css';

const nothing: Completion = { from: 0, to: 0, offers: [] };

/** A formula as one writes it: what the word under the caret may become is offered below. */
export function FormulaField(props: {
  value: string;
  offers: readonly Offer[];
  isWrong: boolean;
  /** What is wrong, or how it is written. */
  about: ReactNode;
  maxLength: number;
  onChange(text: string): void;
}): ReactNode {
  const { t } = useTranslation('record');
  const { value, offers: all, onChange } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  const [completion, setCompletion] = useState(nothing);
  const [chosen, setChosen] = useState(0);
  const { offers } = completion;
  const isOpen = offers.length > 0;
  const offer = (text: string, caret: number, isAsked: boolean) => {
    setCompletion(completeAt(text, caret, all, isAsked));
    setChosen(0);
  };
  const take = (one: Offer) => {
    const caret = completion.from + one.text.length;
    flushSync(() => {
      onChange(replaced(value, completion, one.text));
      setCompletion(nothing);
    });
    field.current?.focus();
    field.current?.setSelectionRange(caret, caret);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      offer(value, field.current?.selectionStart ?? value.length, true);
      return;
    }
    const one = offers[chosen];
    // Enter keeps the dialog; a formula is one line however it is wrapped.
    if (event.key === 'Enter' && one === undefined) {
      event.preventDefault();
      if (!event.shiftKey) field.current?.form?.requestSubmit();
      return;
    }
    if (one === undefined) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) setChosen((chosen + by + offers.length) % offers.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(one);
    else if (event.key === 'Escape') setCompletion(nothing);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.formula}>
      <TextField
        autoFocus
        required
        multiline
        minRows={2}
        maxRows={6}
        inputRef={field}
        label={t('computed.formula')}
        value={value}
        error={props.isWrong && !isOpen}
        // What one is about to choose is not wrong yet.
        helperText={isOpen ? '\u00a0' : props.about}
        placeholder="0.5*(imu.acc_x + imu.acc_y)"
        slotProps={{
          htmlInput: {
            maxLength: props.maxLength,
            spellCheck: false,
            autoCapitalize: 'none',
            'aria-autocomplete': 'list',
            'aria-controls': list,
            ...(isOpen && { 'aria-activedescendant': `${list}-${chosen}` }),
          },
          formHelperText: { component: 'div' },
        }}
        onChange={({ target }) => {
          const text = target.value.replaceAll('\n', ' ');
          onChange(text);
          offer(text, target.selectionStart ?? text.length, false);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setCompletion(nothing)}
      />
      <div id={list} role="listbox" aria-label={t('computed.offers')} className={styles.offers} hidden={!isOpen}>
        {offers.map((one, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
          // biome-ignore lint/a11y/useFocusableInteractive: the field names the active one
          <div
            key={one.text}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className={styles.offer}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(one)}
          >
            <code>{one.text}</code>
            <span>{one.label}</span>
            <small>{one.detail}</small>
          </div>
        ))}
      </div>
    </div>
  );
}
