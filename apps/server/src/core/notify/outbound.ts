import { createHmac } from 'node:crypto';
import { lookup as resolve } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Calls addresses that users typed: robots, webhooks, platforms that data are forwarded to. It never calls the operator's own networks, unless a setting names the host. */
export interface Outbound {
  post(
    url: string,
    body: string,
    headers: Record<string, string>,
  ): Promise<{ status: number; text: string; retryAfterS: number | null }>;
  /** Begins a connection that the caller speaks a protocol of his own over. Throws AddressRefused; other troubles are the socket's `error`. */
  open(address: { host: string; port: number; tls: boolean }): Socket;
}

/** The address may not be called; the message is a sentence for the user. */
export class AddressRefused extends Error {}

const timeoutMs = 10_000;
const maxAnswerBytes = 64 * 1024;

// One list for each family: Node finds every IPv4 address in ::ffff:0:0/96.
const inner4 = new BlockList();
const inner6 = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inner4.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  // this host, and IPv4 addresses written as IPv6 in the old way
  ['::', 96],
  // the same in the new way, and their translations
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['2002::', 16],
  // Teredo, which carries IPv4 addresses, and other protocols of their own
  ['2001::', 23],
  // documentation, and what may only be used inside of a machine or a company
  ['100::', 64],
  ['2001:db8::', 32],
  ['64:ff9b:1::', 48],
  ['fec0::', 10],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inner6.addSubnet(net, bits, 'ipv6');

/** Whether an IP address belongs to this machine, to a private or local network, or to nobody in particular. */
export const isInnerAddress = (ip: string): boolean =>
  isIP(ip) === 6 ? inner6.check(ip, 'ipv6') : inner4.check(ip, 'ipv4');

const privateAddressRefused = (host: string): AddressRefused =>
  new AddressRefused(`不允许访问内网地址${host}，请使用公网地址，或请管理员在PUSH_PRIVATE_HOSTS中放行`);

/** Makes an Outbound. `privateHosts` are names and addresses that are allowed although they are internal. Redirects are not followed, answers are cut at 64 KB. */
export function makeOutbound({ privateHosts = [] }: { privateHosts?: readonly string[] } = {}): Outbound {
  const allowed = new Set(privateHosts.map((host) => host.toLowerCase()));
  const isFree = (host: string, hostAndPort: string): boolean => allowed.has(host) || allowed.has(hostAndPort);
  return {
    open: ({ host: typed, port, tls }) => {
      const host = typed.replace(/^\[|\]$/gu, '').toLowerCase();
      const free = isFree(host, `${host}:${port}`);
      if (!free && isIP(host) !== 0 && isInnerAddress(host)) throw privateAddressRefused(host);
      const to = { host, port, ...(free ? {} : { lookup: guardedLookup }) };
      return tls ? connectTls({ ...to, ...(isIP(host) === 0 ? { servername: host } : {}) }) : connect(to);
    },
    post: (address, body, headers) => {
      const url = new URL(address);
      const host = url.hostname.replace(/^\[|\]$/gu, '').toLowerCase();
      const free = isFree(host, url.host.toLowerCase());
      if (url.protocol !== 'https:' && url.protocol !== 'http:')
        return Promise.reject(new AddressRefused('地址只能以 http:// 或 https:// 开头'));
      if (url.username || url.password) return Promise.reject(new AddressRefused('地址中不能带用户名和密码'));
      // a literal address is not looked up
      if (!free && isIP(host) !== 0 && isInnerAddress(host)) return Promise.reject(privateAddressRefused(host));
      return sendRequest(url, body, headers, free ? undefined : guardedLookup);
    },
  };
}

/** What went wrong with a call or connection, as a sentence for the user. */
export function networkWords(error: unknown): string {
  // errors of Node and of fetch have these properties; of anything else they are undefined
  const { code, name } = error as { code?: string; name?: string };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return '找不到对方的主机，请检查地址';
  if (code === 'ECONNREFUSED') return '对方拒绝连接，请检查地址和端口';
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ABORT_ERR') return '对方10秒内没有应答';
  return '网络异常，无法连接对方';
}

/** docs/decisions/021: sha256= hex HMAC-SHA256(secret, "s.body"). */
export const webhookSign = (secret: string, seconds: number, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

/** Masks the address of a robot or platform: scheme, host and path stay, of the key only the last four characters. */
export function maskUrl(url: string): string {
  try {
    const { protocol, host, pathname, search } = new URL(url);
    const [, ...after] = pathname.split('/hook/');
    const hook = after.join('/hook/');
    if (hook) return `${protocol}//${host}${pathname.slice(0, -hook.length)}****${hook.slice(-4)}`;
    return `${protocol}//${host}${pathname}${search.length > 8 ? `?****${search.slice(-4)}` : search ? '?****' : ''}`;
  } catch {
    return '****';
  }
}

/** Looks a name up and refuses internal addresses at the moment of connecting, so that the address that was checked is the one that is called. */
const guardedLookup: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0);
    const bad = addresses.find(({ address }) => isInnerAddress(address));
    const [first] = addresses;
    if (bad || !first) return done(privateAddressRefused(hostname), '', 0);
    return options.all ? done(null, addresses) : done(null, first.address, first.family);
  });
};

function sendRequest(url: URL, body: string, headers: Record<string, string>, lookup: LookupFunction | undefined) {
  return new Promise<{ status: number; text: string; retryAfterS: number | null }>((done, fail) => {
    const make = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const bytes = Buffer.from(body);
    const req = make(
      url,
      {
        method: 'POST',
        lookup,
        headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length, ...headers },
        signal: AbortSignal.timeout(timeoutMs),
      },
      (res) => {
        readResponse(res).then((text) => {
          const after = Number(res.headers['retry-after']);
          done({ status: res.statusCode ?? 0, text, retryAfterS: Number.isFinite(after) && after > 0 ? after : null });
        }, fail);
      },
    );
    req.on('error', fail);
    req.end(bytes);
  });
}

async function readResponse(res: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  // a response without an encoding gives buffers
  for await (const part of res as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxAnswerBytes) {
      res.destroy();
      break;
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
