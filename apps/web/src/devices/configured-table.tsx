import Checkbox from '@mui/material/Checkbox';
import type { ConfiguredDevice, ModuleSetting } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage } from '../base/notify.ts';
import type { LiveDevice } from '../live/merge-device.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './configured-table.module.css';
import { sendingLooks } from './sending-look.ts';

/** A line a device: what changes, and what became of it. */
export function ConfiguredTable(props: {
  rows: readonly ConfiguredDevice[];
  devices: readonly LiveDevice[];
  isTicked(row: ConfiguredDevice): boolean;
  open: number | undefined;
  onTick(number: number, ticked: boolean): void;
  onOpen(number: number): void;
}): ReactNode {
  const { t } = useTranslation('devices');
  const athletesOf = (number: number) =>
    athleteNames(props.devices.find((device) => device.number === number)?.users ?? []) || t('unpaired');
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th className={styles.tick}>
              <span className="visually-hidden">{t('configuration.sent')}</span>
            </th>
            <th>{t('columns.device')}</th>
            <th>{t('columns.change')}</th>
            <th>{t('columns.state')}</th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.number} data-chosen={row.number === props.open}>
              <td className={styles.tick}>
                <Checkbox
                  size="small"
                  checked={props.isTicked(row)}
                  disabled={row.state !== 'toSend'}
                  slotProps={{ input: { 'aria-label': t('configuration.tick', { name: row.name }) } }}
                  onChange={(event) => props.onTick(row.number, event.target.checked)}
                />
              </td>
              <td>
                <button type="button" className={styles.device} onClick={() => props.onOpen(row.number)}>
                  <strong>{athletesOf(row.number)}</strong>
                  <span>{row.name}</span>
                </button>
              </td>
              <td>
                <Changes row={row} />
              </td>
              <td>
                <span className={styles.state} data-tone={sendingLooks[row.state].tone}>
                  <Icon path={sendingLooks[row.state].icon} size={18} />
                  {t(`configuration.states.${row.state}`)}
                </span>
                {row.reason !== null && <span className={styles.reason}>{inPageLanguage(row.reason)}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Changes({ row }: { row: ConfiguredDevice }): ReactNode {
  const { t } = useTranslation('devices');
  const { before, after } = row;
  if (before === null || after === null || row.code === 'config.nothingForDevice') return null;
  const changed = changedModules(before, after);
  if (changed.length === 0) return <span className={styles.nothing}>{t('configuration.nothing')}</span>;
  return (
    <span className={styles.chips}>
      {changed.map((name) => (
        <span key={name} className={styles.chip}>
          <SaidChange name={name} before={before[name]} after={after[name]} />
        </span>
      ))}
    </span>
  );
}

function SaidChange(props: {
  name: string;
  before: ModuleSetting | undefined;
  after: ModuleSetting | undefined;
}): ReactNode {
  const { name, before, after } = props;
  if (!after?.enabled) return `− ${name}`;
  if (!before?.enabled) {
    return (
      <>
        + {name} <strong>{after.rate}&nbsp;Hz</strong>
      </>
    );
  }
  return (
    <>
      {name} {before.rate} → <strong>{after.rate}&nbsp;Hz</strong>
    </>
  );
}

/** Modules that are set otherwise afterwards. */
function changedModules(
  before: Readonly<Record<string, ModuleSetting>>,
  after: Readonly<Record<string, ModuleSetting>>,
): string[] {
  return Object.keys(before).filter((name) => {
    const [a, b] = [before[name], after[name]];
    if (!a?.enabled && !b?.enabled) return false;
    return a?.enabled !== b?.enabled || a?.rate !== b?.rate || a?.realtimeRate !== b?.realtimeRate;
  });
}
