import { api } from '@sillage/contract';
import { openTestSmtp, type TestSmtp } from '@sillage/server/platform/mail/testing';
import { administrator, signIn, startTestHub, strangerAt, type TestHub } from '@sillage/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';

let smtp: TestSmtp;
let hub: TestHub;
beforeAll(async () => {
  smtp = await openTestSmtp();
  hub = await startTestHub({ smtpUrl: smtp.url });
});
afterAll(async () => {
  await hub?.stop();
  await smtp?.close();
});

const stranger = () => strangerAt(hub.url);
const ask = (currentDomain: string) =>
  stranger().call(api.askPasswordMail, { body: { email: administrator.mail, currentDomain } });
const linkOf = (body: string) => /(http\S+)\/login\/reset-password\/([\w-]+)/.exec(body)?.slice(1) ?? [];

it('a whole hub mails the link of a forgotten password, with the address that an administrator set', async () => {
  expect((await stranger().call(api.backendInfo)).can_mail).toBe(true);
  await ask(hub.url);
  expect(linkOf((await smtp.next()).body)[0]).toBe(hub.url);
  await ask('https://evil.example');
  expect(linkOf((await smtp.next()).body)[0]).toBe(hub.url);
  await hub.client.call(api.editServerSettings, { body: { public_url: 'https://club.example/' } });
  await ask(hub.url);
  const [address, token = ''] = linkOf((await smtp.next()).body);
  expect(address).toBe('https://club.example');
  const password = 'Nouveau-2026!';
  await stranger().call(api.resetPassword, { params: { token }, body: { password } });
  await expect(hub.client.call(api.currentLogin)).rejects.toMatchObject({ status: 401 });
  const { session } = await signIn(hub.url, { mail: administrator.mail, password });
  expect(session.user.id).toBe(hub.user.id);
});

it('a page of another origin may call from the moment that an administrator lists it', async () => {
  const admin = await signIn(hub.url, { mail: administrator.mail, password: 'Nouveau-2026!' });
  const origin = 'https://dash.example';
  const allowed = async (path: string) =>
    (await fetch(`${hub.url}${path}`, { headers: { origin } })).headers.get('access-control-allow-origin');
  const paths = ['/api/health', '/socket.io/?EIO=4&transport=polling'];
  for (const path of paths) expect(await allowed(path)).toBeNull();
  await admin.call(api.editServerSettings, { body: { allowed_origins: [origin] } });
  for (const path of paths) expect(await allowed(path)).toBe(origin);
});

it('sessions are bound to https while the address that an administrator set is', async () => {
  const body = { mail: administrator.mail, password: 'Nouveau-2026!' };
  const admin = await signIn(hub.url, body);
  const secure = async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${hub.url}/api/login`, { method: 'POST', headers, body: JSON.stringify(body) });
    return answer.headers.getSetCookie().map((cookie) => /;\s*secure/i.test(cookie));
  };
  await admin.call(api.editServerSettings, { body: { public_url: '' } });
  expect(await secure()).toEqual([false, false, false]);
  await admin.call(api.editServerSettings, { body: { public_url: 'https://club.example' } });
  expect(await secure()).toEqual([true, true, true]);
});
