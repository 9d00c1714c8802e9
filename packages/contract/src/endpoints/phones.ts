import { endpoint } from '../endpoint.ts';
import {
  PhoneCredentials,
  PhoneInvitation,
  PhoneInvited,
  PhoneJoin,
  PhoneJoined,
  PhoneStatus,
  PhoneWearer,
  SecureAccess,
} from '../shapes/phone.ts';
import { ClientIdParams } from '../shapes/primitives.ts';

export const invitePhones = endpoint({
  name: 'invitePhones',
  method: 'POST',
  path: '/clients/:clientId/phone_invitations',
  access: 'device.invite',
  status: 201,
  summary:
    'A code by which phones become devices of the client: shown as a QR code, used by any number of them until it ends',
  params: ClientIdParams,
  body: PhoneInvitation.prefault({}),
  reply: PhoneInvited,
});
export const joinAsPhone = endpoint({
  name: 'joinAsPhone',
  method: 'POST',
  path: '/phones/join',
  access: 'open',
  status: 201,
  summary: 'A phone becomes a mini device: its number and MQTT secret, shown this once',
  body: PhoneJoin,
  reply: PhoneJoined,
});
export const readPhone = endpoint({
  name: 'readPhone',
  method: 'POST',
  path: '/phones/status',
  access: 'open',
  summary: 'What a phone that has joined shows of itself, by its own number and secret',
  body: PhoneCredentials,
  reply: PhoneStatus,
});
export const setPhoneWearer = endpoint({
  name: 'setPhoneWearer',
  method: 'POST',
  path: '/phones/wearer',
  access: 'open',
  summary: 'Who wears a phone, said on the phone itself; null = nobody',
  body: PhoneWearer,
  reply: PhoneStatus,
});
export const readSecureAccess = endpoint({
  name: 'readSecureAccess',
  method: 'GET',
  path: '/utils/secure_access',
  access: 'open',
  summary: 'Where this server is reached by https with its own certificate, and the fingerprint to compare',
  reply: SecureAccess,
});
export const downloadCertificate = endpoint({
  name: 'downloadCertificate',
  method: 'GET',
  path: '/utils/certificate',
  access: 'open',
  summary: 'The authority of this server’s own certificate (DER), for phones to trust',
  reply: 'bytes',
  contentTypes: ['application/x-x509-ca-cert'],
});
