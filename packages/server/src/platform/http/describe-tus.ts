import type { Endpoint } from '@sillage/contract';
import { tusVersion } from './announce-tus.ts';

type Described = Readonly<Record<string, unknown>>;

const version = { name: 'Tus-Resumable', required: true, schema: { const: tusVersion } };
const bytes = { type: 'integer', minimum: 0 };

/** Headers of tus 1.0 that requests carry, by the endpoint. */
const sent: Readonly<Record<string, readonly Described[]>> = {
  createUpload: [
    version,
    { name: 'Upload-Length', required: true, description: 'bytes of the whole file', schema: bytes },
    {
      name: 'Upload-Metadata',
      required: false,
      description:
        '`filename <base64>,sha256 <base64 of the hexadecimal digest>`, both optional; of a key that comes twice the last one counts',
      schema: { type: 'string' },
    },
  ],
  appendUpload: [
    version,
    {
      name: 'Upload-Offset',
      required: true,
      description: 'Where the piece begins: what the server has',
      schema: bytes,
    },
    {
      name: 'Upload-Checksum',
      required: false,
      description: '`sha256 <base64 of the digest of the piece>`: it counts whole or not at all',
      schema: { type: 'string' },
    },
  ],
  deleteUpload: [version],
};

const ofAll = { 'Tus-Resumable': { schema: { const: tusVersion } } };
const expires = { 'Upload-Expires': { description: 'HTTP date', schema: { type: 'string' } } };
const offset = { 'Upload-Offset': { description: 'bytes that are on the disk', schema: bytes } };
const length = { 'Upload-Length': { description: 'bytes of the whole file', schema: bytes } };

/** Headers that successes carry, by the endpoint. */
const answered: Readonly<Record<string, Described>> = {
  createUpload: { ...ofAll, ...expires, Location: { description: 'Where its bytes go', schema: { type: 'string' } } },
  readUpload: { ...ofAll, ...expires, ...offset, ...length },
  appendUpload: { ...ofAll, ...expires, ...offset },
  listUploads: ofAll,
  deleteUpload: ofAll,
};

export function tusParameters({ name }: Endpoint): Described[] {
  return (sent[name] ?? []).map((header) => ({ in: 'header', ...header }));
}

export function tusHeaders({ name }: Endpoint): Described {
  return answered[name] ?? {};
}

/** What tus asks by other methods than those of the contract, beside an endpoint of the same path. */
export function tusMethods({ name }: Endpoint, beside: Described): Record<string, Described> {
  const { security, tags, parameters } = beside;
  const about = { tags, security };
  if (name === 'createUpload') {
    const abilities = { 'Tus-Version': ofAll['Tus-Resumable'] };
    const texts = ['Tus-Extension', 'Tus-Checksum-Algorithm', 'Tus-Max-Size'].map((header) => [
      header,
      { schema: { type: 'string' } },
    ]);
    const headers = { ...ofAll, ...abilities, ...Object.fromEntries(texts) };
    const responses = { 204: { description: 'What uploads can do', headers } };
    return {
      options: {
        ...about,
        security: [],
        operationId: 'describeUploads',
        summary: 'What uploads can do (tus 1.0)',
        parameters: [],
        responses,
      },
    };
  }
  if (name !== 'readUpload' || !Array.isArray(parameters)) return {};
  const head = {
    ...{ ...about, operationId: 'headUpload', summary: 'How far an upload has come (tus 1.0)' },
    parameters: [...parameters, { in: 'header', ...version }],
    responses: { 200: { description: 'Success', headers: answered.readUpload } },
  };
  return { head };
}
