import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { clientAddress, isOwnPage } from './client-address';

// what is read of a request
const request = (remoteAddress: string, forwarded: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

it('believes what a proxy says only when the operator named it', () => {
  expect(clientAddress([])(request('127.0.0.1', '203.0.113.9'))).toBe('127.0.0.1');
  expect(clientAddress(['loopback'])(request('127.0.0.1', '203.0.113.9'))).toBe('203.0.113.9');
  expect(clientAddress(['loopback'])(request('198.51.100.2', '203.0.113.9'))).toBe('198.51.100.2');
  expect(clientAddress(['loopback', '10.0.0.0/8'])(request('127.0.0.1', '203.0.113.9, 10.1.2.3'))).toBe('203.0.113.9');
});

it('a page of another site is not one of our own', () => {
  const from = (origin: string | undefined, remoteAddress = '198.51.100.2') =>
    // what is read of a request
    ({
      socket: { remoteAddress },
      headers: { host: '10.0.0.5:8080', 'x-forwarded-host': 'tongda.example', origin },
    }) as unknown as IncomingMessage;
  const own = isOwnPage(['loopback']);
  expect([undefined, 'http://10.0.0.5:8080', 'https://10.0.0.5:8080'].map((origin) => own(from(origin)))).toEqual([
    true,
    true,
    true,
  ]);
  for (const origin of ['https://evil.example', 'null', '', 'http://10.0.0.5', 'https://tongda.example'])
    expect(own(from(origin)), origin).toBe(false);
  expect(own(from('https://tongda.example', '127.0.0.1'))).toBe(true);
  expect(isOwnPage([], 'https://tongda.example/')(from('https://tongda.example'))).toBe(true);
});
