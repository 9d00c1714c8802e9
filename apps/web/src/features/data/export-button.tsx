import { mdiTableArrowDown } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import type { ApiClient } from '@sillage/client';
import { api, type Record } from '@sillage/contract';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { notify } from '../../base/notify.ts';
import { saveFile } from '../../base/save-file.ts';
import { useServer } from '../../base/services.tsx';
import { type ShownList, useShownLists } from '../../records/shown-lists.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { Icon } from '../../ui/icon.tsx';
import { listAsCsv } from './list-as-csv.ts';

/** Records of one request, and of all together: a table that is larger is of no use to a spreadsheet. */
const pageSize = 500;
const mostRecords = 20_000;

/** The records of all pages of a list, in its order, up to a bound. */
async function readAll(server: ApiClient, list: ShownList): Promise<{ records: Record[]; isCut: boolean }> {
  const records: Record[] = [];
  for (let pageId = 1; records.length < mostRecords; pageId++) {
    const page = await server.call(api.listRecords, { body: { ...list, pageId, pageSize } });
    records.push(...page.records);
    if (page.records.length < pageSize) return { records, isCut: false };
  }
  return { records, isCut: true };
}

/** Saves the list of associated records, as it is filtered and sorted, as a table for spreadsheets. */
export function ExportButton(): ReactNode {
  const { t } = useTranslation('data');
  const server = useServer();
  const language = useAppearance((appearance) => appearance.language);
  const list = useShownLists(({ lists }) => lists.associated);
  const exportList = useMutation({
    mutationFn: (of: ShownList) => readAll(server, of),
    onSuccess: ({ records, isCut }) => {
      const body = new TextEncoder().encode(listAsCsv(records, language, (column) => t(`export.column.${column}`)));
      saveFile({ body, contentType: 'text/csv' }, t('export.file'));
      const count = formatNumber(records.length, 0, language);
      notify({
        kind: isCut ? 'warning' : 'success',
        text: t(isCut ? 'export.cut' : 'export.done', { count: records.length, shown: count }),
      });
    },
  });
  return (
    <IconButton
      aria-label={t('export.ask')}
      title={t('export.ask')}
      disabled={list === undefined || exportList.isPending}
      onClick={() => list && exportList.mutate(list)}
    >
      <Icon path={mdiTableArrowDown} />
    </IconButton>
  );
}
