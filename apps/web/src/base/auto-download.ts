import { api, type Task } from '@sillage/contract';
import { z } from 'zod';
import { notifyProblem } from './notify.ts';
import { saveFrom } from './save-file.ts';
import type { Services } from './services.tsx';

type Reach = Pick<Services, 'server' | 'apiUrl'>;

const storageKey = 'sillage.downloads';
const claimPrefix = 'sillage.download.';
/** ms that two tabs which saw the same task give each other to claim it. */
const claimMilliseconds = 120;

const Remembered = z.object({
  /** Tasks up to this id existed before this browser looked: they are not downloaded. */
  after: z.int(),
  done: z.array(z.int()),
});
type Remembered = z.infer<typeof Remembered>;

/** What this browser has downloaded; undefined before it has looked for the first time. */
function readRemembered(): Remembered | undefined {
  try {
    return Remembered.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

function write(remembered: Remembered): void {
  localStorage.setItem(storageKey, JSON.stringify(remembered));
}

/** Of these tasks, those that ended since this browser looks and whose file it has not fetched. */
function toDownload(tasks: readonly Task[]): readonly Task[] {
  const remembered = readRemembered();
  if (remembered === undefined) {
    // What runs at the first look was asked for by this browser and is still awaited.
    const ended = tasks.filter(({ executing_str }) => executing_str === 'Done').map(({ id }) => id);
    write({ after: Math.max(0, ...ended), done: [] });
    return [];
  }
  return tasks.filter(
    (task) =>
      task.executing_str === 'Done' &&
      task.can_download &&
      task.id > remembered.after &&
      !remembered.done.includes(task.id),
  );
}

/** Whether this tab is the one that downloads the task: the last claim written stands. */
async function claim(taskId: number): Promise<boolean> {
  const key = claimPrefix + taskId;
  if (localStorage.getItem(key) !== null) return false;
  const mine = crypto.getRandomValues(new Uint32Array(2)).join('-');
  localStorage.setItem(key, mine);
  await new Promise((resolve) => setTimeout(resolve, claimMilliseconds));
  return localStorage.getItem(key) === mine;
}

/** Downloads the files that the browser's own tasks made, each once, whatever tabs are open and however often it reloads. */
export async function downloadFinished(reach: Reach, tasks: readonly Task[]): Promise<void> {
  for (const task of toDownload(tasks)) {
    if (!(await claim(task.id))) continue;
    const remembered = readRemembered();
    if (remembered === undefined) return;
    write({ ...remembered, done: [...remembered.done, task.id].slice(-500) });
    localStorage.removeItem(claimPrefix + task.id);
    await downloadTask(reach, task).catch(notifyProblem);
  }
}

/** Hands the file that a task made to the browser. */
export async function downloadTask({ server, apiUrl }: Reach, task: Pick<Task, 'id'>): Promise<void> {
  // Renews the session first when it has to be.
  const [now] = await server.call(api.listTaskStatus, { query: { id: task.id } });
  if (now === undefined) return;
  saveFrom(`${apiUrl}${api.linkTaskFile.path.replace(':id', String(task.id))}`);
}
