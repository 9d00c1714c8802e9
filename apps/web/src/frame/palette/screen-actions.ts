import {
  mdiArrowExpandHorizontal,
  mdiDownload,
  mdiPlusCircleOutline,
  mdiRecordCircleOutline,
  mdiRefresh,
  mdiSelectDrag,
  mdiUndo,
} from '@mdi/js';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { may } from '../../base/may.ts';
import { useUser } from '../../base/services.tsx';
import { nameOfKeys, type ShortcutLabel, shortcutsFor } from '../../base/shortcut-list.ts';
import { pressWhenThere, shortcutsNow } from '../../base/shortcuts.ts';
import { screens } from '../screens.ts';
import { useStartRecord } from '../use-start-record.ts';
import type { Entry } from './entry.ts';

const icons: Partial<Record<ShortcutLabel, string>> = {
  newData: mdiPlusCircleOutline,
  downloadSelection: mdiDownload,
  download: mdiDownload,
  reload: mdiRefresh,
  addSelection: mdiSelectDrag,
  wholeGraph: mdiArrowExpandHorizontal,
  undoZoom: mdiUndo,
  redoZoom: mdiUndo,
  toggleRecord: mdiRecordCircleOutline,
};

/** The group of shortcuts of a path. */
function groupOf(path: string): string | undefined {
  if (path.startsWith('/records/')) return 'record';
  return screens.find(({ covers }) => covers.test(path))?.name;
}

/** What can be done now on the screen below, as its keys do, and what is worth going to another screen for. */
export function useScreenActions(): Entry[] {
  const { t } = useTranslation('app');
  const user = useUser();
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const record = useStartRecord();
  const now = shortcutsNow();
  const group = groupOf(path);
  const shown = shortcutsFor(user).find(({ name }) => name === group)?.shortcuts ?? [];
  const entries = shown.flatMap(({ keys, label }): Entry[] => {
    const run = now.get(nameOfKeys(keys));
    const icon = icons[label];
    if (run === undefined || icon === undefined) return [];
    return [{ key: label, group: 'do', label: t(`shortcuts.${label}`), shortcut: keys.join(' '), icon, run }];
  });
  if (group !== 'realtime' && record !== undefined && may(user, 'device.command')) {
    const run = () => record.start();
    entries.push({ key: 'startRecord', group: 'do', label: record.label, icon: mdiRecordCircleOutline, run });
  }
  if (group !== 'data' && !user.is_recovery && may(user, 'record.create')) {
    const run = () => {
      pressWhenThere('N');
      navigate({ to: '/' }).catch(() => undefined);
    };
    const label = t('shortcuts.newData');
    entries.push({ key: 'newData', group: 'do', label, icon: mdiPlusCircleOutline, run });
  }
  return entries;
}
