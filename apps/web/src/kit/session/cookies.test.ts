// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { readCookie, writeCookie } from './cookies';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['https:', '__Host-td_access=a%20b; Max-Age=1800; Path=/; SameSite=Lax; Secure'],
  ['http:', 'td_access=a%20b; Max-Age=1800; Path=/; SameSite=Lax'],
])('a cookie written on %s', (protocol, line) => {
  vi.stubGlobal('location', { protocol });
  const written = vi.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined);
  writeCookie('td_access', 'a b', 1800);
  expect(written).toHaveBeenCalledWith(line);
  vi.unstubAllGlobals();
});

test('on https a cookie that another host of the domain planted is not read', () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('td_one=planted; __Host-td_two=own');
  vi.stubGlobal('location', { protocol: 'https:' });
  expect([readCookie('td_one'), readCookie('td_two')]).toEqual([null, 'own']);
  vi.unstubAllGlobals();
});

test('a cookie is read as it was written, an unknown one is null', () => {
  writeCookie('td_one', '中 文;=', 60);
  expect([readCookie('td_one'), readCookie('td_on')]).toEqual(['中 文;=', null]);
});
