import { api, isRefusal, type PhoneStatus, type Refusal, refuse } from '@sillage/contract';
import { deviceUsername } from '@sillage/device-protocol';
import type { AuthenticateDevice } from '../../platform/broker/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import { pair } from './change-devices.ts';
import { invitePhones, isPhone, joinAsPhone, type PhoneDependencies, possibleWearers } from './invite-phones.ts';
import { readDevice } from './read-devices.ts';

interface Dependencies extends PhoneDependencies {
  /** A device by its user name and secret. */
  readonly authenticate: AuthenticateDevice;
}

/** Phones that become devices: their invitation, and what they may do without a session. */
export function phoneRoutes(serve: Serve, dependencies: Dependencies): void {
  const { db } = dependencies;

  /** By number and secret, as the broker lets devices in; other devices say who wears them on screens. */
  async function find({ number, secret }: { readonly number: number; readonly secret: string }) {
    const known = isPhone(number) && (await dependencies.authenticate(deviceUsername(number), secret)) === number;
    const phone = known ? await readDevice(db, number) : undefined;
    return phone ?? refuse('phone.unknown');
  }
  async function status(number: number): Promise<PhoneStatus | Refusal> {
    const phone = await readDevice(db, number);
    if (phone === undefined) return refuse('phone.unknown');
    const { name, clientName, users } = phone;
    return { number, name, client_name: clientName, users: [...users], athletes: await possibleWearers(db, phone) };
  }

  serve(api.invitePhones, ({ params, body, ...viewer }) => invitePhones(dependencies, viewer, params.clientId, body));
  serve(api.joinAsPhone, async ({ body }) => {
    const joined = await joinAsPhone(dependencies, body);
    if (isRefusal(joined)) return joined;
    const now = await status(joined.number);
    return isRefusal(now) ? now : { ...now, secret: joined.secret };
  });
  serve(api.readPhone, async ({ body }) => {
    const phone = await find(body);
    return isRefusal(phone) ? phone : status(phone.number);
  });
  serve(api.setPhoneWearer, async ({ body }) => {
    const phone = await find(body);
    if (isRefusal(phone)) return phone;
    const { user_id: userId } = body;
    const wearers = await possibleWearers(db, phone);
    if (userId !== null && !wearers.some(({ id }) => id === userId)) {
      return refuse('request.invalid', {}, { user_id: 'unknown' });
    }
    await pair(db, phone.id, userId === null ? [] : [userId]);
    return status(phone.number);
  });
}
