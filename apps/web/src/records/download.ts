import { api, type DownloadType, type SampleProcessing, type SampleSwitch } from '@sillage/contract';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type Services, useServer, useServices } from '../base/services.tsx';

/** s; a part of a record. */
export interface DownloadWindow {
  readonly t0: number;
  readonly t1: number;
}

export interface Download {
  readonly ids: readonly number[];
  readonly type: DownloadType;
  /** Only these selections of the records; none = whole records. */
  readonly selectionIds?: readonly number[];
  /** Only this part of one record. */
  readonly window?: DownloadWindow | undefined;
  readonly processing?: SampleProcessing;
  /** Whole Hz, where the processing takes it. */
  readonly rate?: number | undefined;
  readonly switches?: readonly SampleSwitch[];
  readonly withComputed?: boolean;
}

/** What is asked of the server, undefined for no records. */
function callOf(asked: Download) {
  const { ids, type, selectionIds = [], window, processing = 'default', rate, switches = [], withComputed } = asked;
  const [id, ...others] = ids;
  if (id === undefined) return undefined;
  const on: { [Name in SampleSwitch]?: true } = {};
  for (const name of switches) on[name] = true;
  return {
    params: { id, fileType: type },
    body: {
      ...(others.length > 0 && { ids: [...ids] }),
      ...(selectionIds.length > 0 && { sel_ids: [...selectionIds] }),
      ...window,
      ...(processing !== 'default' && { processing }),
      ...(rate !== undefined && { rate }),
      ...on,
      ...(withComputed && { computed: true }),
    },
  };
}

/** The browser streams the file from an address that works once: a recording can be larger than its memory. */
async function download({ server, apiUrl }: Services, asked: Download): Promise<void> {
  const call = callOf(asked);
  if (call === undefined) return;
  const { path } = await server.call(api.linkRecordFile, call);
  const link = document.createElement('a');
  link.href = `${apiUrl}${path}`;
  link.download = '';
  link.click();
}

/** Downloads one record as a file, several as one zip with a folder each. */
export function useDownload() {
  const reach = useServices();
  return useMutation({ mutationFn: (asked: Download) => download(reach, asked) });
}

/** Lets the server make the file meanwhile: this browser fetches it once it is there, as it does of all of its tasks. */
export function useQueuedDownload() {
  const server = useServer();
  return useMutation({
    async mutationFn(asked: Download) {
      const call = callOf(asked);
      if (call !== undefined) await server.call(api.queueRecordFile, call);
    },
  });
}

/** How large a download will be, or why there will be none. */
export function useDownloadSize(asked: Download | undefined) {
  const server = useServer();
  return useQuery({
    queryKey: ['records', 'download size', asked],
    queryFn: ({ signal }) => {
      const call = asked && callOf(asked);
      if (call === undefined) throw new TypeError('nothing to download');
      return server.call(api.estimateRecordFile, { ...call, signal });
    },
    enabled: asked !== undefined && asked.ids.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
    meta: { quiet: true },
  });
}
