import { NamedHub, type Refusal } from '@sillage/contract';
import { callCloud, type Link, SyncStopped } from './call-cloud.ts';

/** ms that a cloud has to answer. */
const answerMs = 15_000;

/** What a cloud calls the hub that a code is of; null: a cloud of before does not say. */
export async function askName(link: Link): Promise<NamedHub | null | Refusal> {
  try {
    return await callCloud(link, AbortSignal.timeout(answerMs)).get('/dbsync/hub/self', NamedHub);
  } catch (problem) {
    if (!(problem instanceof SyncStopped)) throw problem;
    const { code, parameters } = problem.refusal;
    return code === 'sync.cloudFailed' && parameters.code === 'route.notFound' ? null : problem.refusal;
  }
}
