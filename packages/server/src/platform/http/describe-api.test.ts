import { api, type Endpoint } from '@sillage/contract';
import { problemCodes } from '@sillage/signal/formula';
import { expect, test } from 'vitest';
import { describeApi } from './describe-api.ts';

async function described() {
  const description = describeApi('1.0.0');
  for (const one of Object.values(api)) if ('access' in one) description.add(one);
  await description.complete();
  return JSON.parse(JSON.stringify(description.document));
}

test('the description names every success of an endpoint, what it holds, and its headers', async () => {
  const { components, paths } = await described();
  const of = (path: string, method: string) => paths[path][method].responses;
  const types = (path: string, method: string) => Object.keys(of(path, method)['200'].content);
  expect(Object.keys(of('/devices/rt/{clientId}/{deviceNumber}/rpc/request', 'post'))).toEqual([
    '200',
    '201',
    'default',
  ]);
  expect(Object.keys(of('/devices/rt/{clientId}/{deviceNumber}/rpc/response', 'post'))).toContain('202');
  expect(types('/records/{id}/data', 'get')).toEqual(['application/json', 'application/vnd.apache.arrow.stream']);
  expect(types('/records/{id}/file/{fileType}', 'post')).toContain('application/vnd.apache.parquet');
  expect(types('/clients/{id}/logo', 'get')).toEqual(['image/png']);
  expect(of('/clients/{id}/logo', 'get')['304'].content).toBeUndefined();
  const part = of('/tasks/{id}/download', 'get')['206'];
  expect(Object.keys(part.headers)).toEqual([
    'X-Epoch',
    'Content-Disposition',
    'Accept-Ranges',
    'ETag',
    'Content-Range',
  ]);
  expect(Object.keys(of('/tasks/{id}/download', 'post'))).toEqual(['200', 'default']);
  for (const header of Object.keys(part.headers)) expect(components.headers[header].schema.type).toBe('string');
  expect(Object.keys(of('/login', 'post').default.headers)).toEqual(['X-Epoch', 'Retry-After']);
});

test('whatever the description refers to is in it', async () => {
  const document = await described();
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
  expect(references.length).toBeGreaterThan(100);
  for (const path of new Set(references)) {
    const found = path.split('/').reduce((value, name) => value?.[name], document);
    expect(found, path).toBeDefined();
  }
});

test('the description names both ways in, and at each endpoint those that it takes', async () => {
  const description = describeApi('1.0.0');
  const endpoints: Endpoint[] = Object.values(api).flatMap((one) => ('access' in one ? [one] : []));
  for (const endpoint of endpoints) description.add(endpoint);
  await description.complete();
  const { components, paths } = JSON.parse(JSON.stringify(description.document));
  expect(components.securitySchemes).toMatchObject({
    bearer: { type: 'http', scheme: 'bearer' },
    ApiKey: { type: 'apiKey', in: 'header', name: 'Authorization' },
  });
  expect(components.securitySchemes.ApiKey.description).toContain('ApiKey <key>');
  const both = [{ bearer: [] }, { ApiKey: [] }];
  const person = [{ bearer: [] }];
  expect(paths['/records/all'].post.security).toEqual(both);
  expect(paths['/tasks'].post.security).toEqual(both);
  expect(paths['/login'].get.security).toEqual(both);
  expect(paths['/login'].post.security).toEqual([]);
  expect(paths['/refresh'].post.security).toEqual(person);
  expect(paths['/login/password'].put.security).toEqual(person);
  expect(paths['/api_keys'].post.security).toEqual(person);
  const named = new Set(
    endpoints.flatMap(({ path, method }) => {
      const { security } = paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()];
      return security.flatMap((one: object) => Object.keys(one));
    }),
  );
  expect([...named].sort()).toEqual(Object.keys(components.securitySchemes).sort());
});

test('the description names every rule that `fields` may carry, also those of formulas', async () => {
  const { 'x-field-codes': codes } = await described();
  for (const code of ['invalidFormat', 'required', 'too_big', ...problemCodes]) {
    expect(codes[code]).toEqual({ fr: expect.any(String), en: expect.any(String) });
  }
});

test('the description says with which headers and methods an upload goes in pieces', async () => {
  const { paths } = await described();
  const headers = (path: string, method: string) =>
    paths[path][method].parameters
      .filter((one: { in: string }) => one.in === 'header')
      .map(({ name, required }: { name: string; required: boolean }) => `${name}${required ? '' : '?'}`);
  expect(headers('/uploads', 'post')).toEqual(['Tus-Resumable', 'Upload-Length', 'Upload-Metadata?']);
  expect(headers('/uploads/{uid}', 'patch')).toEqual(['Tus-Resumable', 'Upload-Offset', 'Upload-Checksum?']);
  const answered = (path: string, method: string, status: number) =>
    Object.keys(paths[path][method].responses[status].headers);
  expect(answered('/uploads', 'post', 201)).toEqual(expect.arrayContaining(['Location', 'Upload-Expires']));
  expect(answered('/uploads/{uid}', 'patch', 204)).toContain('Upload-Offset');
  expect(answered('/uploads/{uid}', 'head', 200)).toEqual(expect.arrayContaining(['Upload-Offset', 'Upload-Length']));
  expect(answered('/uploads', 'options', 204)).toEqual(expect.arrayContaining(['Tus-Extension', 'Tus-Max-Size']));
});
