import { mdiPlusCircle } from '@mdi/js';
import Button from '@mui/material/Button';
import { ConfigContent } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../../tables/form-controls.tsx';
import type { OwnFieldProps } from '../../../tables/table-definition.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './config-field.module.css';
import { InsertSensorDialog } from './insert-sensor-dialog.tsx';
import { parseJson } from './parse-json.ts';

/** The configuration as JSON, and a way to insert what a sensor needs. */
export function ConfigField(props: OwnFieldProps): ReactNode {
  const { t } = useTranslation('admin');
  const [inserting, setInserting] = useState(false);
  const text = String(props.value ?? '');
  const readable = ConfigContent.safeParse(parseJson(text)).success;
  return (
    <div>
      <CodeField
        label={props.label}
        problem={props.problem}
        hint={readable ? undefined : t('configs.hint.shape')}
        value={text}
        lines={14}
        autoFocus={false}
        onChange={props.onChange}
        onBlur={props.onBlur}
        inputRef={props.inputRef}
      />
      <div className={styles.tools}>
        <Button
          disabled={!readable}
          title={readable ? undefined : t('configs.insertNeedsJson')}
          onClick={() => setInserting(true)}
          startIcon={<Icon path={mdiPlusCircle} size={18} />}
        >
          {t('configs.insert')}
        </Button>
        <Button
          color="inherit"
          disabled={!readable}
          onClick={() => props.onChange(JSON.stringify(parseJson(text), null, 2))}
        >
          {t('configs.indent')}
        </Button>
      </div>
      {inserting && (
        <InsertSensorDialog
          onClose={() => setInserting(false)}
          onInsert={(part) => {
            setInserting(false);
            props.onChange(withPart(text, part));
          }}
        />
      )}
    </div>
  );
}

/** The configuration with a sensor's part put in: its modules replace those of the same name. */
export function withPart(text: string, part: Record<string, unknown>): string {
  const content = ConfigContent.loose().parse(parseJson(text));
  const { modules, ...rest } = 'modules' in part ? part : { modules: part };
  const added = typeof modules === 'object' && modules !== null ? modules : {};
  return JSON.stringify({ ...content, ...rest, modules: { ...content.modules, ...added } }, null, 2);
}
