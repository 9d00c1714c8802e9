import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../../../base/services.tsx';
import type { Stretch } from './frame-differences.ts';
import { type Motion, measureMotion } from './measure-motion.ts';

/** What moved in a film, looked at once and kept while the page is open; given up when nobody waits for it any more. */
export function useMotion(
  videoId: number,
  stretch: Stretch,
): {
  readonly motion: Motion | undefined;
  /** 0–1; undefined while nothing is looked at. */
  readonly progress: number | undefined;
  readonly isFailed: boolean;
  stop(): void;
  again(): void;
} {
  const { apiUrl } = useServices();
  const [progress, setProgress] = useState(0);
  const [isStopped, setStopped] = useState(false);
  const queryClient = useQueryClient();
  const queryKey = ['films', videoId, 'motion', stretch];
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      setProgress(0);
      const address = `${apiUrl}/videos/record/${videoId}`;
      return measureMotion({ ...stretch, address, signal, onProgress: setProgress });
    },
    enabled: !isStopped,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });
  return {
    motion: data,
    progress: isFetching && !isStopped ? progress : undefined,
    isFailed: isError,
    stop: () => {
      setStopped(true);
      void queryClient.cancelQueries({ queryKey });
    },
    again: () => {
      if (isStopped) setStopped(false);
      else void refetch();
    },
  };
}
