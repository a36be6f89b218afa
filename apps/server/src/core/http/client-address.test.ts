import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { clientAddress } from './client-address';

// what is read of a request
const request = (remoteAddress: string, forwarded: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

it('believes what a proxy says only when the operator named it', () => {
  expect(clientAddress([])(request('127.0.0.1', '203.0.113.9'))).toBe('127.0.0.1');
  expect(clientAddress(['loopback'])(request('127.0.0.1', '203.0.113.9'))).toBe('203.0.113.9');
  expect(clientAddress(['loopback'])(request('198.51.100.2', '203.0.113.9'))).toBe('198.51.100.2');
  expect(clientAddress(['loopback', '10.0.0.0/8'])(request('127.0.0.1', '203.0.113.9, 10.1.2.3'))).toBe('203.0.113.9');
});
