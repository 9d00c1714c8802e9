import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@sillage/contract';
import { startTestHub } from '@sillage/testkit';
import { expect, test } from 'vitest';

test('the key of other services’ secrets lies beside the database; without it the program starts and says so', async () => {
  const dataRoot = await mkdtemp(join(tmpdir(), 'sillage-lost-key-'));
  const key = join(dataRoot, 'secrets.key');
  const said: string[] = [];
  try {
    const hub = await startTestHub({ dataRoot });
    const body = { enabled: true, user: 'ines', token: 'nolio-token' };
    await hub.client.call(api.setExternalAccount, { params: { provider: 'nolio' }, body });
    await hub.stop();
    expect((await stat(key)).mode & 0o777).toBe(0o600);

    await rm(key);
    const without = await startTestHub({ dataRoot, say: (step) => void said.push(step) });
    expect(said).toContainEqual(expect.stringMatching(/tokens of 1 people cannot be opened: the key [0-9a-f]{8}/));
    const account = await without.client.call(api.setExternalAccount, { params: { provider: 'nolio' }, body });
    expect(account).toEqual({ enabled: true, user: 'ines', has_token: true });
    await without.stop();

    said.length = 0;
    const again = await startTestHub({ dataRoot, say: (step) => void said.push(step) });
    expect(said.join('\n')).not.toContain('cannot be opened');
    await again.stop();
  } finally {
    await rm(dataRoot, { recursive: true, force: true });
  }
});
