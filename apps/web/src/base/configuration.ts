import { z } from 'zod';

const Configuration = z.object({ apiUrl: z.string().min(1) });

const builtInApiUrl = '/api';

/** The address of the API from `/config.json`, never cached; the built-in one when that fails. */
export async function readApiUrl(fetchFile: typeof fetch): Promise<string> {
  try {
    const reply = await fetchFile('/config.json', { cache: 'no-store' });
    if (!reply.ok) return builtInApiUrl;
    const parsed = Configuration.safeParse(await reply.json());
    return parsed.success ? parsed.data.apiUrl : builtInApiUrl;
  } catch {
    return builtInApiUrl;
  }
}
