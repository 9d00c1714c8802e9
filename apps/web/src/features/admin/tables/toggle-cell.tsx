import Switch from '@mui/material/Switch';
import { api, type Hub } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../../app/services.tsx';
import { useTableWords } from '../framework/table-words.ts';
import { refetchTables } from '../framework/use-rows.ts';

/** A switch in the row: it moves at once, and back when the server refuses. */
export function ToggleCell(props: { row: Hub; field: 'cloud_enabled' | 'auto_send' }): ReactNode {
  const { row, field } = props;
  const w = useTableWords('hubs');
  const client = useApi();
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (on: boolean) => client.call(api.editHub, { params: { id: row.id }, body: { [field]: on } }),
    onSettled: () => refetchTables(queryClient),
  });
  const on = change.isPending ? change.variables : row[field];
  return (
    <Switch
      size="small"
      checked={on}
      slotProps={{ input: { 'aria-label': `${w(`column.${field}`)} : ${row.name}` } }}
      onChange={(_, wanted) => change.mutate(wanted)}
    />
  );
}
