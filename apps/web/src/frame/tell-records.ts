import { api } from '@sillage/contract';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../base/notify.ts';
import { useServer } from '../base/services.tsx';
import { useFollowedRecords } from '../live/followed-records.ts';
import { findMade, listOfMade, longestOf } from '../records/find-device-records.ts';
import { formatChrono } from '../ui/chrono.ts';
import { tellNews } from './news.ts';

/** Once nothing records any more: tells how much was recorded, with the way to it, unless the screen says so. Once, in the frame. */
export function useTellRecords(): void {
  const { t } = useTranslation('app');
  const server = useServer();
  const followed = useFollowedRecords();
  const onRealtime = useRouterState({ select: ({ location }) => location.pathname === '/realtime' });
  const ended = followed.running.size === 0 ? followed.ended : undefined;
  // In the language of then: another language is no other record.
  const say = useEffectEvent((count: number, duration: string, only: number | undefined) => {
    const text = t('recording.ended', { count, duration });
    const to = count === 1 ? `/records/${only}` : '/';
    // The screen of the devices says it at more length.
    if (!onRealtime) notify({ kind: 'success', text, link: { label: t('recording.open'), to } });
    tellNews({ text, to, atMs: Date.now() });
  });
  useEffect(() => {
    if (ended === undefined || ended.length === 0) return;
    const asked = new AbortController();
    const tell = async (): Promise<void> => {
      const body = listOfMade(ended);
      const { records } = await server.call(api.listRecords, { body, signal: asked.signal });
      // Nobody is told of records out of their reach: athletes of their own.
      const readable = findMade(ended, records).filter(({ record }) => record !== undefined);
      if (readable.length === 0) return;
      const duration = formatChrono(Math.floor(longestOf(readable)), 0);
      say(readable.length, duration, readable[0]?.record?.id);
    };
    // Quiet: the list of records shows the same.
    tell().catch(() => undefined);
    return () => asked.abort();
  }, [ended, server]);
}
