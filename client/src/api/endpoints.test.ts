import { expect, test } from 'vitest';
import { type OperationOwnName, operations } from '#protocol/rest/api.ts';
import { endpoints } from './endpoints.ts';

test.each(Object.keys(operations) as OperationOwnName[])(
  '%s is called as the protocol defines it',
  (name) => {
    const { method, path, media } = operations[name];
    const endpoint = endpoints[name];
    expect({ method: endpoint.method, path: endpoint.path, json: endpoint.json ?? false }).toEqual({
      method,
      path,
      json: media === 'json',
    });
  },
);
