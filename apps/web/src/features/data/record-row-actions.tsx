import {
  mdiAccountPlus,
  mdiChartLine,
  mdiDelete,
  mdiDownload,
  mdiRefresh,
  mdiStopCircleOutline,
  mdiTrayArrowDown,
  mdiTrayFull,
  mdiUngroup,
} from '@mdi/js';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { Record } from '@sillage/contract';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canBeDownloaded, mayLackBlocks } from '../../records/describe-record.ts';
import { useDecodeAgain, useFetchFromDevice } from '../../records/record-queries.ts';
import { useSessions } from '../../records/session-queries.ts';
import { Icon } from '../../ui/icon.tsx';

/** What can be asked for the records that are chosen. */
export interface RecordAsks {
  associate(records: readonly Record[]): void;
  download(records: readonly Record[]): void;
  fuse(records: readonly Record[]): void;
  remove(records: readonly Record[]): void;
}

/** The menu of whichever row asks for it; `menu` is put once beside the rows. */
export function useRowMenu(asks: RecordAsks): {
  menu: ReactNode;
  /** Of a record of a session with the session, when it is shown below it. */
  open: (record: Record, anchor: HTMLElement, session?: Record) => void;
} {
  const [at, setAt] = useState<{ record: Record; anchor: HTMLElement; session: Record | undefined }>();
  return {
    menu: (
      <RowMenu
        record={at?.record}
        session={at?.session}
        anchor={at?.anchor ?? null}
        asks={asks}
        onClose={() => setAt(undefined)}
      />
    ),
    open: (record, anchor, session) => setAt({ record, anchor, session }),
  };
}

/** The menu of one row. */
function RowMenu(props: {
  record: Record | undefined;
  session: Record | undefined;
  anchor: HTMLElement | null;
  asks: RecordAsks;
  onClose(): void;
}): ReactNode {
  const { t } = useTranslation('data');
  const navigate = useNavigate();
  const decode = useDecodeAgain();
  const fetchAgain = useFetchFromDevice();
  const sessions = useSessions();
  const { record, session, anchor, asks } = props;
  if (record === undefined || anchor === null) return null;
  const { may } = record;
  const entries = [
    {
      name: 'open',
      icon: mdiChartLine,
      run: () => void navigate({ to: '/records/$recordId', params: { recordId: String(record.id) } }),
      shown: true,
    },
    { name: 'associate', icon: mdiAccountPlus, run: () => asks.associate([record]), shown: may.edit },
    {
      name: 'download',
      icon: mdiDownload,
      run: () => asks.download([record]),
      shown: canBeDownloaded(record),
    },
    {
      name: 'decode',
      icon: mdiRefresh,
      run: () => decode.mutate(record.id),
      shown: record.decode_state === 'error' && may.edit,
    },
    {
      name: 'fetch',
      icon: mdiTrayArrowDown,
      run: () => fetchAgain.mutate({ id: record.id, all: false }),
      shown: mayLackBlocks(record) && may.edit,
    },
    {
      name: 'fetchAll',
      icon: mdiTrayFull,
      run: () => fetchAgain.mutate({ id: record.id, all: true }),
      shown: mayLackBlocks(record) && may.edit,
    },
    {
      name: 'end',
      icon: mdiStopCircleOutline,
      run: () => decode.mutate(record.id),
      shown: record.device_away !== null && may.edit,
    },
    {
      name: 'leaveSession',
      icon: mdiUngroup,
      run: () => session && sessions.remove(session, record),
      // The last one leaves with its session.
      shown: session?.may.edit === true && session.seance_records.length > 1,
    },
    { name: 'delete', icon: mdiDelete, run: () => asks.remove([record]), shown: may.delete },
  ];
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={props.onClose}
      slotProps={{ root: { role: 'region', 'aria-label': t('column.actions') } }}
    >
      {entries
        .filter((entry) => entry.shown)
        .map((entry) => (
          <MenuItem
            key={entry.name}
            onClick={() => {
              props.onClose();
              entry.run();
            }}
          >
            <Icon path={entry.icon} size={18} />
            {t(`row.${entry.name}`)}
          </MenuItem>
        ))}
    </Menu>
  );
}
