import Switch from '@mui/material/Switch';
import { type ReactNode, useId } from 'react';
import styles from './setting-rows.module.css';

/** One setting of a line: what it is called, what it does, its control at the right. */
export function SettingRow(props: { label: string; hint?: string; labelFor?: string; children: ReactNode }): ReactNode {
  const words = (
    <>
      {props.label}
      {props.hint !== undefined && <span className={styles.hint}>{props.hint}</span>}
    </>
  );
  return (
    <div className={styles.row}>
      {props.labelFor === undefined ? (
        <span className={styles.words}>{words}</span>
      ) : (
        <label htmlFor={props.labelFor} className={styles.words}>
          {words}
        </label>
      )}
      <div className={styles.control}>{props.children}</div>
    </div>
  );
}

export function SwitchRow(props: {
  label: string;
  hint?: string;
  on: boolean;
  disabled?: boolean;
  onChange(on: boolean): void;
}): ReactNode {
  const id = useId();
  return (
    <SettingRow label={props.label} labelFor={id} {...(props.hint !== undefined && { hint: props.hint })}>
      <Switch
        edge="end"
        id={id}
        checked={props.on}
        disabled={props.disabled ?? false}
        onChange={(_, on) => props.onChange(on)}
      />
    </SettingRow>
  );
}

/** Heading of a part of a section. */
export function PartTitle(props: { children: ReactNode }): ReactNode {
  return <h2 className={styles.title}>{props.children}</h2>;
}
