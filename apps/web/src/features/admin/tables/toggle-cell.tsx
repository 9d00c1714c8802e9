import Switch from '@mui/material/Switch';
import { api, type Hub } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { notify } from '../../../app/notify.ts';
import { useApi } from '../../../app/services.tsx';
import { useTableWords } from '../framework/table-words.ts';
import { refetchTables } from '../framework/use-rows.ts';

/** A switch in the row: it moves at once, back when the server refuses, and can be undone. */
export function ToggleCell(props: { row: Hub; field: 'cloud_enabled' | 'auto_send' }): ReactNode {
  const { row, field } = props;
  const w = useTableWords('hubs');
  const client = useApi();
  const queryClient = useQueryClient();
  const save = (on: boolean) => client.call(api.editHub, { params: { id: row.id }, body: { [field]: on } });
  const undo = useMutation({ mutationFn: save, onSettled: () => refetchTables(queryClient) });
  const change = useMutation({
    mutationFn: save,
    onSuccess: (_, on) =>
      notify({
        kind: 'success',
        text: w(`toggled.${field}.${on ? 'on' : 'off'}`, { name: row.name }),
        action: { label: w('undo'), run: () => undo.mutate(!on) },
      }),
    onSettled: () => refetchTables(queryClient),
  });
  const moving = [change, undo].find(({ isPending }) => isPending);
  return (
    <Switch
      checked={moving?.variables ?? row[field]}
      slotProps={{ input: { 'aria-label': `${w(`column.${field}`)} : ${row.name}` } }}
      onChange={(_, wanted) => change.mutate(wanted)}
    />
  );
}
