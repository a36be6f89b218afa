import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** Says from which address a request comes: of the proxies named in `trusted` it is believed what they say, as Fastify does for calls. */
export function clientAddress(trusted: readonly string[]): (req: IncomingMessage) => string {
  if (trusted.length === 0) return (req) => req.socket.remoteAddress ?? '';
  const trust = proxyAddr.compile([...trusted]);
  return (req) => proxyAddr(req, trust);
}

/**
 * Says whether a request comes from a page of our own, by its Origin: one of the host that was asked, or of `publicUrl`. A program that is no browser
 * sends none and passes. Of proxies named in `trusted` it is believed which host was asked.
 */
export function isOwnPage(trusted: readonly string[], publicUrl?: string): (req: IncomingMessage) => boolean {
  const trust = trusted.length > 0 ? proxyAddr.compile([...trusted]) : () => false;
  const published = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  return ({ headers, socket }) => {
    if (headers.origin === undefined) return true;
    const said = URL.canParse(headers.origin) ? new URL(headers.origin).host : '';
    const forwarded = trust(socket.remoteAddress ?? '', 0) ? headers['x-forwarded-host'] : undefined;
    return said !== '' && [headers.host, published, forwarded].includes(said);
  };
}

/** What failures and sockets are counted by: an IPv4 address, or the first 64 bits of an IPv6 address, of which one customer has as many as he likes. */
export function networkOf(ip: string): string {
  const four = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(ip)?.[1];
  if (four !== undefined || !isIPv6(ip)) return four ?? ip;
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? [];
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  const groups = [...front, ...gap, ...back].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::`;
}
