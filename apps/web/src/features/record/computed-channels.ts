import {
  api,
  type ComputedChannel,
  computedCategory,
  computedModule,
  type Record,
  type RecordComputed,
} from '@sillage/contract';
import type { KnownVariable } from '@sillage/signal/formula';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { refetchTable, useCachedQuery } from '../../base/cached-query.ts';
import { notify } from '../../base/notify.ts';
import { randomId } from '../../base/random-id.ts';
import { useServer, useUser } from '../../base/services.tsx';
import { recordKeys } from '../../records/record-queries.ts';

/** Channels that are computed of a record's variables, and what formulas can read there. */
export interface Channels {
  readonly channels: readonly RecordComputed[];
  /** Of the record itself, as they were measured, whatever screens say them in. */
  readonly known: ReadonlyMap<string, KnownVariable>;
}

const ChannelsContext = createContext<Channels>({ channels: [], known: new Map() });
export const ChannelsProvider = ChannelsContext.Provider;

export function useChannels(): Channels {
  return use(ChannelsContext);
}

/** The channels of a record; undefined until they are known. Without an answer the record is read without them. */
export function useComputedChannels(record: Record): readonly RecordComputed[] | undefined {
  const { data, failureCount } = useCachedQuery({
    table: 'parameters',
    key: ['computed', record.id, Object.keys(record.available_data).length],
    clientId: undefined,
    shape: api.listComputedChannels.reply,
    fetch: (server, signal) => server.request(api.listComputedChannels, { params: { id: record.id }, signal }),
  });
  useFreshCurves(record.id, data);
  return data ?? (failureCount > 0 ? none : undefined);
}

const none: readonly RecordComputed[] = [];

/** A channel whose formula is another one keeps its name: what was drawn of it is fetched anew. */
function useFreshCurves(id: number, channels: readonly RecordComputed[] | undefined): void {
  const queries = useQueryClient();
  const formulas = channels && JSON.stringify(channels.map(({ variable, channel }) => [variable, channel.formula]));
  const before = useRef(formulas);
  useEffect(() => {
    if (formulas === undefined || before.current === formulas) return;
    const isFirst = before.current === undefined;
    before.current = formulas;
    if (isFirst) return;
    void queries.resetQueries({ queryKey: ['records', 'curves', id] });
    void queries.resetQueries({ queryKey: [...recordKeys.record(id), 'statistics'] });
  }, [queries, id, formulas]);
}

/** A record with its channels among its variables, those that can be computed. */
export function withChannels(record: Record, channels: readonly RecordComputed[]): Record {
  const computed = channels.flatMap(({ variable, channel, unit, problem }) =>
    problem === null ? [[variable, { description: channel.name, unit: unit ?? '' }] as const] : [],
  );
  if (computed.length === 0) return record;
  return { ...record, available_data: { ...record.available_data, ...Object.fromEntries(computed) } };
}

/** A record with what was measured alone. */
export function withoutChannels(record: Record): Record {
  const measured = Object.entries(record.available_data).filter(([name]) => !isChannel(name));
  return { ...record, available_data: Object.fromEntries(measured) };
}

/** Hz at which a variable or channel has its samples; undefined where nobody says. */
export function useRates(record: Record): (variable: string) => number | undefined {
  const { channels, known } = useChannels();
  return useCallback(
    (variable) => {
      const channel = channels.find((one) => one.variable === variable);
      if (channel !== undefined) return channel.rate ?? undefined;
      return known.get(variable)?.rateHz ?? record.modules[variable.slice(0, variable.indexOf('.'))]?.rate;
    },
    [channels, known, record],
  );
}

export function isChannel(variable: string): boolean {
  return variable.startsWith(`${computedModule}.`);
}

/** What formulas can read of a record. */
export function knownOf({ available_data, modules }: Record): Map<string, KnownVariable> {
  // Names of modules may hold points, too: the longest that fits.
  const names = Object.keys(modules).sort((a, b) => b.length - a.length);
  return new Map(
    Object.entries(available_data).map(([name, { unit }]) => {
      const clock = names.find((module) => name.startsWith(`${module}.`)) ?? name.slice(0, name.indexOf('.'));
      const rate = modules[clock]?.rate ?? 0;
      return [name, { unit, clock, rateHz: rate > 0 ? rate : undefined }];
    }),
  );
}

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
/** Letters of a name in a variable. */
const mostLetters = 40;

/** Parameter of a new channel: readable, and nobody else's. */
export function newParameter(name: string): string {
  const word = plain(name).slice(0, mostLetters);
  return `${computedCategory}::record::${/^[a-z]/.test(word) ? word : `c_${word}`}_${randomId().slice(0, 4)}`;
}

/** Variable of the channel that a parameter keeps. */
export function variableOf(parameter: string): string {
  return `${computedModule}.${parameter.slice(parameter.lastIndexOf(':') + 1)}`;
}

interface Kept {
  readonly parameter: string;
  readonly isShared: boolean;
  readonly channel: ComputedChannel;
}

/** How channels are kept, changed and deleted. */
export function useChannelEdits(clientId: number) {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { id: userId } = useUser();
  const server = useServer();
  const queries = useQueryClient();
  const onSettled = () => refetchTable(queries, 'parameters');
  const addressOf = ({ parameter, isShared }: Omit<Kept, 'channel'>) => ({
    params: isShared ? ({ tableName: 'Client', id: clientId } as const) : ({ tableName: 'User', id: userId } as const),
    query: { cookie_name: parameter },
  });
  const add = async (kept: Kept) => {
    const { name } = kept.channel;
    const body = { type: 'json', default: JSON.stringify(kept.channel), display_name: name } as const;
    await server.call(api.createParameter, { ...addressOf(kept), body });
  };
  const remove = (kept: Omit<Kept, 'channel'>) => server.call(api.deleteParameter, addressOf(kept));
  const restore = useMutation({ mutationFn: add, onSettled });
  return {
    add: useMutation({ mutationFn: add, onSettled }),
    change: useMutation({
      mutationFn: async ({ before, kept }: { before: Omit<Kept, 'channel'>; kept: Kept }) => {
        if (before.isShared === kept.isShared) {
          const body = { cookie_value: JSON.stringify(kept.channel) };
          await server.call(api.setParameter, { ...addressOf(kept), body });
          return;
        }
        await add(kept);
        await remove(before);
      },
      onSettled,
    }),
    /** Says so, with the way back. */
    remove: useMutation({
      mutationFn: (kept: Kept) => remove(kept),
      onSuccess: (_, kept) => {
        const action = { label: t('computed.undo'), run: () => restore.mutate(kept) };
        notify({ kind: 'success', text: t('computed.deleted', { name: kept.channel.name[language] }), action });
      },
      onSettled,
    }),
  };
}
