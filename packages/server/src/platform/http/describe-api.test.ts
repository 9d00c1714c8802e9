import { api, type Endpoint } from '@sillage/contract';
import { expect, test } from 'vitest';
import { describeApi } from './describe-api.ts';

test('the description names both ways in, and at each endpoint those that it takes', () => {
  const description = describeApi('1.0.0');
  const endpoints: Endpoint[] = Object.values(api).flatMap((one) => ('access' in one ? [one] : []));
  for (const endpoint of endpoints) description.add(endpoint);
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
