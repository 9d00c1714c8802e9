import { mdiAlertCircleOutline, mdiFunctionVariant, mdiPencil, mdiPlus } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import type { RecordComputed } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { Icon } from '../../ui/icon.tsx';
import { printedUnit } from '../../ui/printed-unit.ts';
import { useChannels } from './computed-channels.ts';
import { dragVariable } from './drag-variables.tsx';
import { addVariable, placedNames } from './graph-layout.ts';
import { useOpenRecord } from './open-record.ts';
import styles from './variables-panel.module.css';

/** The channels that are computed of this record: a press draws one, its pencil changes it. */
export function ComputedVariables(props: {
  finds(name: string): boolean;
  onEdit(channel: RecordComputed): void;
}): ReactNode {
  const { t } = useTranslation('record');
  const { channels } = useChannels();
  const shown = channels.filter(({ variable, problem }) => problem !== null || props.finds(variable));
  if (shown.length === 0) return null;
  return (
    <section>
      <div className={styles.graphHead}>
        <h3>{t('computed.title')}</h3>
      </div>
      <ul>
        {shown.map((channel) => (
          <ComputedRow key={channel.variable} channel={channel} onEdit={() => props.onEdit(channel)} />
        ))}
      </ul>
    </section>
  );
}

function ComputedRow(props: { channel: RecordComputed; onEdit(): void }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { record, view } = useOpenRecord();
  const { variable, channel, unit, problem, is_shared, by } = props.channel;
  const name = channel.name[language];
  const isPlaced = placedNames(view.layout).includes(variable);
  const from = is_shared && by !== null ? `\n${t('computed.by', { name: by })}` : '';
  const words = printedUnit(unit ?? '', language);
  return (
    <li className={styles.computed}>
      <button
        type="button"
        className={styles.available}
        disabled={problem !== null || isPlaced}
        draggable={problem === null && !isPlaced}
        onDragStart={(event) => dragVariable(event, variable)}
        title={`${problem === null ? channel.formula : problem[language]}${from}`}
        aria-label={isPlaced ? `${name} ${words}` : t('variables.add', { name: `${name} ${words}`.trim() })}
        onClick={() => view.setLayout((now) => addVariable(now, variable, record.available_data))}
      >
        <Icon path={isPlaced || problem !== null ? mdiFunctionVariant : mdiPlus} size={14} />
        <span className={styles.name}>{name}</span>{' '}
        {problem !== null && (
          <span className={styles.wrong} role="img" aria-label={problem[language]}>
            <Icon path={mdiAlertCircleOutline} size={14} />
          </span>
        )}
        <span className={styles.unit}>{words}</span>
      </button>
      <IconButton
        size="small"
        aria-label={t('computed.change', { name })}
        title={t('computed.change', { name })}
        onClick={props.onEdit}
      >
        <Icon path={mdiPencil} size={14} />
      </IconButton>
    </li>
  );
}
