import { BlockList, isIP } from 'node:net';

/** Whether an address belongs to one of the addresses and networks (`203.0.113.0/24`, `2001:db8::/32`); an empty list has them all. */
export function isListed(list: readonly string[], address: string): boolean {
  if (list.length === 0) return true;
  // an IPv4 address that came over a socket of both families
  const ip = address.replace(/^::ffff:(?=\d+\.)/iu, '');
  const family = isIP(ip);
  if (family === 0) return false;
  const kind = family === 6 ? 'ipv6' : 'ipv4';
  const known = new BlockList();
  for (const line of list) {
    const [net = '', bits] = line.split('/');
    // Node would find every IPv4 address in ::ffff:0:0/96
    if (isIP(net) !== family) continue;
    if (bits === undefined) known.addAddress(net, kind);
    else known.addSubnet(net, Number(bits), kind);
  }
  return known.check(ip, kind);
}
