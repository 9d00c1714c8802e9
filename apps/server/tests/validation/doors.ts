import { api, type Endpoint } from '@sillage/contract';

/** What is sent to an endpoint. */
export interface Sent {
  readonly endpoint: Endpoint;
  readonly path?: string;
  readonly body: object;
  /** Name of the file part. */
  readonly file?: string;
  readonly as?: 'Manager';
}

/** Parameters of every type that has a rule, made before the rules are tried. */
export const parameters = {
  'rules::of::list': 'list',
  'rules::of::table': 'table',
  'rules::of::int': 'int',
  'rules::of::float': 'float',
  'rules::of::json': 'json',
  'rules::of::bool': 'bool',
} as const;

let n = 0;
/** A field at its endpoint: what else is sent with it is right. */
export type Door = (value: unknown) => Sent;
const next = () => {
  n += 1;
  return n;
};
export const person =
  (field: string): Door =>
  (value) => ({
    endpoint: api.createUser,
    body: { mail: `rules${next()}@x.test`, firstname: 'A', lastname: 'B', roles: ['Athlete'], [field]: value },
  });
export const device =
  (field: string): Door =>
  (value) => ({
    endpoint: api.createDevice,
    body: field === 'number' ? { number: value } : { type: 'maxi', serial: 4000 + next(), [field]: value },
  });
const of =
  (endpoint: Endpoint, base: () => object) =>
  (field: string): Door =>
  (value) => ({ endpoint, body: { ...base(), [field]: value } });
export const sport = of(api.createSport, () => ({ name: `rules-${next()}`, display_name: { fr: 'f', en: 'e' } }));
export const exercise = of(api.createExercise, () => ({ name: `rules ${next()}` }));
export const module = of(api.createModule, () => ({ name: 'm', type: 'imu' }));
export const meca = of(api.createMecaSensor, () => ({ name: 'm', type: 'force' }));
export const cloudUrl = of(api.createCloudUrl, () => ({ name: `c ${next()}`, url: `https://${next()}.test` }));
export const hubOf = of(api.createHub, () => ({ number: 8000 + next(), name: `h ${next()}` }));
export const settings = of(api.editServerSettings, () => ({}));
export const key = of(api.createApiKey, () => ({ name: 'k', access: 'read' }));
export const config = of(api.createConfig, () => ({ name: `config ${next()}`, config: '{"modules":{}}' }));
export const sensor = of(api.createSensor, () => ({ name: `sensor ${next()}`, type: 'imu', config: '{}' }));
export const module50 = (rate: unknown) => JSON.stringify({ modules: { imu: { type: 'imu', rate } } });
export const own: Door = (value) => ({ endpoint: api.editAccount, body: { mail: value } });
export const changed: Door = (value) => ({
  endpoint: api.changePassword,
  body: { current_password: 'not it', password: value },
});
export const logIn: Door = (value) => ({ endpoint: api.login, body: { mail: value, password: 'x' } });
export const forgot: Door = (value) => ({ endpoint: api.askPasswordMail, body: { email: value } });
export const reset: Door = (value) => ({
  endpoint: api.resetPassword,
  path: '/login/reset-password/none',
  body: { password: value },
});
export const parameterValue =
  (name: keyof typeof parameters): Door =>
  (value) => ({
    endpoint: api.setParameter,
    path: `/cookies/User/1?cookie_name=${name}`,
    body: { value },
  });
export const file =
  (endpoint: Endpoint, path: () => string, body: () => object): Door =>
  (value) => ({ endpoint, path: path(), body: body(), file: String(value) });
export const firmware = () => ({ version: `1.0.${next()}`, target: 'maxi' });
export const selection: Door = (value) => ({
  endpoint: api.createSelection,
  path: '/records/1/selections',
  body: { t0: 1, t1: value },
});
export const selectionField =
  (field: string): Door =>
  (value) => ({
    endpoint: api.createSelection,
    path: '/records/1/selections',
    body: { t0: 1, t1: 2, [field]: value },
  });
export const clock =
  (field: 'jumps' | 'drift_ppm'): Door =>
  (value) => ({
    endpoint: api.addRecordStep,
    path: '/records/1/steps',
    body: { kind: 'clock', arguments: { jumps: [], drift_ppm: 0, [field]: value } },
  });
export const calibration =
  (field: string): Door =>
  (value) => ({
    endpoint: api.recalibrateRecord,
    path: '/records/1/recalibrate',
    body: { calib_type: 'custom_calib', [field]: value },
  });
export const download =
  (field: string): Door =>
  (value) => ({
    endpoint: api.downloadRecordFile,
    path: '/records/1/file/decoded',
    body: { processing: 'resampling', [field]: value },
  });
export const exported =
  (field: string): Door =>
  (value) => ({
    endpoint: api.createTask,
    body: { name: 'backup.export', args: { start: '2026-02-02', with_files: false, [field]: value } },
  });
export const records =
  (field: string): Door =>
  (value) => ({ endpoint: api.listRecords, body: { [field]: value } });
