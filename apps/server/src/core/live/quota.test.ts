import { expect, it } from 'vitest';
import { SocketQuota } from './quota';

const admitted = (quota: SocketQuota, address: string, tries: number) =>
  Array.from({ length: tries }, () => quota.admit(address)).filter((place) => place !== null);

it('lets an address open fifty sockets before it says who it is, and five hundred in all', () => {
  const quota = new SocketQuota();
  const first = admitted(quota, '203.0.113.7', 60);
  expect(first).toHaveLength(50);
  for (const place of first) place.known();
  for (let i = 0; i < 12; i++) for (const place of admitted(quota, '203.0.113.7', 50)) place.known();
  expect(admitted(quota, '203.0.113.7', 1)).toHaveLength(0);
  expect(admitted(quota, '203.0.113.8', 1)).toHaveLength(1);
  // a place is given back once, however often it is told
  first[0]?.gone();
  first[0]?.gone();
  expect(admitted(quota, '203.0.113.7', 2)).toHaveLength(1);
});

it('counts an IPv6 customer as one, and IPv4 in both spellings as one', () => {
  const quota = new SocketQuota();
  for (let i = 0; i < 50; i++) quota.admit(`2a00:1:2:3::${i.toString(16)}`);
  expect(quota.admit('2a00:1:2:3:ffff::1')).toBeNull();
  expect(quota.admit('2a00:1:2:4::1')).not.toBeNull();
  for (let i = 0; i < 50; i++) quota.admit('::ffff:198.51.100.1');
  expect(quota.admit('198.51.100.1')).toBeNull();
});
