import { mdiRestore } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import type { Parameter } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { Icon } from '../../../ui/icon.tsx';
import { groupTitle, keyOf, type ParameterGroup } from './group-parameters.ts';
import styles from './parameter-table.module.css';
import type { ParameterChanges } from './use-parameters.ts';
import { ValueCell } from './value-cell.tsx';

interface RowProps {
  readonly changes: ParameterChanges;
  readonly chosen: Parameter | undefined;
  /** Programs call parameters by their keys; people need them to write programs. */
  readonly withKeys: boolean;
  onChoose(name: string | undefined): void;
}

/** Parameter, value; plain values are changed in their cell. */
export function ParameterTable(props: RowProps & { groups: readonly ParameterGroup[] }): ReactNode {
  const { t } = useTranslation('settings');
  if (props.groups.length === 0) return null;
  return (
    <table className={styles.table} aria-label={t('parameters.title')}>
      <thead>
        <tr>
          <th scope="col">{t('parameters.parameter')}</th>
          {props.withKeys && (
            <th scope="col" className={styles.key}>
              {t('parameters.key')}
            </th>
          )}
          <th scope="col">{t('parameters.value')}</th>
          <th className={styles.reset}>
            <span className="visually-hidden">{t('parameters.actions')}</span>
          </th>
        </tr>
      </thead>
      {props.groups.map((group) => (
        <Group key={group.key} {...props} group={group} />
      ))}
    </table>
  );
}

function Group(props: RowProps & { group: ParameterGroup }): ReactNode {
  const { group } = props;
  const language = useAppearance((appearance) => appearance.language);
  return (
    <tbody data-group={group.key}>
      <tr className={styles.group}>
        <th colSpan={props.withKeys ? 4 : 3} scope="rowgroup">
          {groupTitle(group.titles.map((title) => title[language]))}
        </th>
      </tr>
      {group.parameters.map((parameter) => (
        <Row key={parameter.name} {...props} parameter={parameter} />
      ))}
    </tbody>
  );
}

function Row(props: RowProps & { parameter: Parameter }): ReactNode {
  const { parameter, changes, chosen } = props;
  const { t } = useTranslation('settings');
  const language = useAppearance((appearance) => appearance.language);
  const name = parameter.display_name[language];
  const open = parameter.name === chosen?.name;
  return (
    <tr data-chosen={open}>
      <td>
        <span className={styles.name}>
          <span className={parameter.modified ? styles.dot : styles.noDot}>
            {parameter.modified && <span className="visually-hidden">{t('parameters.isModified')}</span>}
          </span>
          <button
            type="button"
            aria-expanded={open}
            title={parameter.hint[language]}
            onClick={() => props.onChoose(open ? undefined : parameter.name)}
          >
            {name}
          </button>
          {parameter.advanced && <span className={styles.tag}>{t('parameters.isAdvanced')}</span>}
          {parameter.custom && <span className={styles.tag}>{t('parameters.isCustom')}</span>}
        </span>
      </td>
      {props.withKeys && (
        <td className={styles.key} title={parameter.name}>
          {keyOf(parameter.name)}
        </td>
      )}
      <td className={styles.value}>
        {/* Another value from outside starts the cell again. */}
        <ValueCell
          key={JSON.stringify(parameter.value)}
          parameter={parameter}
          changes={changes}
          onOpen={() => props.onChoose(parameter.name)}
        />
      </td>
      <td className={styles.reset}>
        {parameter.modified && changes.mayChange && (
          <IconButton
            aria-label={t('parameters.reset', { name })}
            title={t('parameters.resetShort')}
            disabled={changes.saving === parameter.name}
            onClick={() => changes.send(parameter, { what: 'reset' })}
          >
            <Icon path={mdiRestore} size={18} />
          </IconButton>
        )}
      </td>
    </tr>
  );
}
