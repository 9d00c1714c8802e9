import { mdiPlus } from '@mdi/js';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { labelOf } from '../../records/label-of-variable.ts';
import { Icon } from '../../ui/icon.tsx';
import { moduleName } from '../../ui/module-name.ts';
import { printedUnit } from '../../ui/printed-unit.ts';
import { withoutChannels } from './computed-channels.ts';
import { dragVariable } from './drag-variables.tsx';
import { addVariable, placedNames } from './graph-layout.ts';
import { useOpenRecord } from './open-record.ts';
import { moduleOf } from './variable-look.ts';
import styles from './variables-panel.module.css';

/** The variables that are on no graph yet; a press draws one. */
export function AvailableVariables(props: { finds(name: string): boolean }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { record, view } = useOpenRecord();
  const { layout, setLayout } = view;
  const available = withoutChannels(record).available_data;
  const placed = new Set(placedNames(layout));
  // A word that stands beside every name says nothing.
  const modules = new Set(Object.keys(available).map(moduleOf));
  const moduleWord = (name: string) => (modules.size > 1 ? moduleName(moduleOf(name), language) : '');
  const free = Object.entries(available).filter(([name]) => !placed.has(name));
  const rows = free
    .filter(([name]) => props.finds(name))
    .map(([name, variable]) => ({
      name,
      unit: printedUnit(variable.unit, language),
      label: labelOf(name, variable, language),
      module: moduleWord(name),
    }));
  return (
    <section>
      <div className={styles.graphHead}>
        <h3>{t('variables.available')}</h3>
      </div>
      {free.length === 0 && <p className={styles.hint}>{t('variables.allShown')}</p>}
      <ul>
        {rows.map((row) => (
          <li key={row.name}>
            <button
              type="button"
              className={styles.available}
              draggable
              onDragStart={(event) => dragVariable(event, row.name)}
              title={`${row.label} (${row.name})`}
              aria-label={t('variables.add', {
                name: [row.label, row.module, row.unit].filter((word) => word !== '').join(' '),
              })}
              onClick={() => setLayout((now) => addVariable(now, row.name, available))}
            >
              <Icon path={mdiPlus} size={14} />
              <span className={styles.name}>{row.label}</span> <span className={styles.module}>{row.module}</span>{' '}
              <span className={styles.unit}>{row.unit}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
