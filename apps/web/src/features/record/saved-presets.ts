import { api, type May, type Record, viewPresetCategory } from '@sillage/contract';
import { spelledAs } from '@sillage/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { refetchTable, useCachedQuery } from '../../base/cached-query.ts';
import { notify } from '../../base/notify.ts';
import { randomId } from '../../base/random-id.ts';
import { useServer, useUser } from '../../base/services.tsx';
import { yAxes } from '../../charts/y-axes.ts';
import type { GraphPlan, Layout } from './graph-layout.ts';

/** Of a name. */
export const longestName = 80;

/** A view as it is kept: graphs with their axes, and what they stand on. */
const SavedView = z.object({
  name: z.string().trim().min(1).max(longestName),
  /** Name of the sport that it was saved for. */
  sport: z.string().max(200).nullable(),
  x: z.enum(['time', 'distance']),
  plane: z.string().max(200).nullable(),
  graphs: z
    .array(z.object({ variables: z.array(z.object({ name: z.string().max(200), axis: z.enum(yAxes) })).max(60) }))
    .max(24),
});
export type SavedView = z.infer<typeof SavedView>;

export interface SavedPreset {
  /** Of the parameter that keeps it. */
  readonly parameter: string;
  /** Shared in the club, or the signed-in person's own. */
  readonly isShared: boolean;
  /** Who saved it. */
  readonly by: string | null;
  readonly may: Pick<May, 'edit' | 'delete'>;
  readonly view: SavedView;
}

/** Undefined for text that is no view, as another program may have put there. */
export function parseSavedView(value: unknown): SavedView | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    return SavedView.safeParse(JSON.parse(value)).data;
  } catch {
    return undefined;
  }
}

/** The graphs of a saved view with what this record has: the same variables, else those that are called alike. */
export function layoutOfView(
  view: SavedView,
  available: Record['available_data'],
): { layout: Layout; missing: string[] } {
  const names = Object.keys(available);
  const taken = new Set<string>();
  const missing: string[] = [];
  const graphs: GraphPlan[] = [];
  for (const { variables } of view.graphs) {
    const placed = variables.flatMap(({ name, axis }) => {
      const own = name.slice(name.indexOf('.') + 1);
      const found = [name, ...spelledAs(own, names)].find((one) => Object.hasOwn(available, one) && !taken.has(one));
      if (found === undefined) missing.push(own);
      else taken.add(found);
      return found === undefined ? [] : [{ name: found, axis }];
    });
    if (placed.length > 0) graphs.push({ id: graphs.length + 1, variables: placed });
  }
  return { layout: graphs, missing };
}

const usePlaces = (clientId: number) => {
  const { id } = useUser();
  return { own: { tableName: 'User', id }, club: { tableName: 'Client', id: clientId } } as const;
};

function usePresetsOf(place: ReturnType<typeof usePlaces>['own' | 'club'], isShared: boolean): SavedPreset[] {
  const { data } = useCachedQuery({
    table: 'parameters',
    key: ['of', place.tableName, place.id],
    clientId: undefined,
    shape: api.listParameters.reply,
    fetch: (server, signal) => server.request(api.listParameters, { params: place, signal }),
  });
  return Object.values(data ?? {}).flatMap(({ name: parameter, value, added_by: by, may }) => {
    if (!parameter.startsWith(`${viewPresetCategory}::`)) return [];
    const view = parseSavedView(value);
    return view === undefined ? [] : [{ parameter, isShared, by, may, view }];
  });
}

/** The person's own presets and those of the club, by name; and how they are changed. */
export function useSavedPresets(clientId: number) {
  const { t } = useTranslation('record');
  const server = useServer();
  const queries = useQueryClient();
  const places = usePlaces(clientId);
  const own = usePresetsOf(places.own, false);
  const club = usePresetsOf(places.club, true);
  const byName = (a: SavedPreset, b: SavedPreset) => a.view.name.localeCompare(b.view.name);
  const onSettled = () => refetchTable(queries, 'parameters');
  const placeOf = (isShared: boolean) => (isShared ? places.club : places.own);
  const addressOf = ({ isShared, parameter }: Pick<SavedPreset, 'isShared' | 'parameter'>) => ({
    params: placeOf(isShared),
    query: { cookie_name: parameter },
  });
  const newName = () => `${viewPresetCategory}::record::${randomId()}`;
  const add = async (view: SavedView, isShared: boolean, parameter = newName()) => {
    const body = {
      type: 'json',
      default: JSON.stringify(view),
      display_name: { fr: view.name, en: view.name },
    } as const;
    await server.call(api.createParameter, { ...addressOf({ isShared, parameter }), body });
  };
  const restore = useMutation({
    mutationFn: ({ view, isShared, parameter }: SavedPreset) => add(view, isShared, parameter),
    onSettled,
  });
  const remove = (preset: SavedPreset) => server.call(api.deleteParameter, addressOf(preset));
  return {
    presets: [...own.sort(byName), ...club.sort(byName)],
    save: useMutation({
      mutationFn: ({ view, isShared }: { view: SavedView; isShared: boolean }) => add(view, isShared),
      onSettled,
    }),
    rename: useMutation({
      mutationFn: async ({ preset, name }: { preset: SavedPreset; name: string }) => {
        const body = { cookie_value: JSON.stringify({ ...preset.view, name }) };
        await server.call(api.setParameter, { ...addressOf(preset), body });
      },
      onSettled,
    }),
    /** Puts it where the club has it, or back among the person's own. */
    share: useMutation({
      mutationFn: async ({ preset, isShared }: { preset: SavedPreset; isShared: boolean }) => {
        await add(preset.view, isShared);
        await remove(preset);
      },
      onSettled,
    }),
    /** Says so, with the way back. */
    remove: useMutation({
      mutationFn: remove,
      onSuccess: (_, preset) => {
        const action = { label: t('presets.undo'), run: () => restore.mutate(preset) };
        notify({ kind: 'success', text: t('presets.deleted', { name: preset.view.name }), action });
      },
      onSettled,
    }),
  };
}
