import type { AccessOutcome } from '@tongda/contract/resources/device/enums';

/** One attempt of a terminal to come in. `from` is `address:port`; `code` is the one it came in with. */
export interface AccessTry {
  at: number;
  from: string;
  outcome: AccessOutcome;
  code: string | null;
}

interface Moment {
  at: number;
  from: string;
}

/** What a terminal tried since the last writing: the last attempt, and the last of each kind that staff want to know of. Times are epoch ms. */
export interface AccessNote {
  deviceId: string;
  last: AccessTry;
  accepted: (Moment & { code: string | null }) | null;
  registerRefused: Moment | null;
  codeRefused: Moment | null;
  /** where it was let in from, each network once */
  networks: Map<string, string>;
}

/** A terminal that holds two connections: `from` is where the older one comes from, `to` the newer one; both send. */
export interface SecondLink {
  deviceId: string;
  at: number;
  from: string;
  to: string;
}

/** More networks of one terminal are not noted at a time. */
const maxNetworks = 8;

/** Adds an attempt to what was noted of the terminal. */
export function mergeTry(before: AccessNote | undefined, deviceId: string, tried: AccessTry): AccessNote {
  const note = before ?? {
    deviceId,
    last: tried,
    accepted: null,
    registerRefused: null,
    codeRefused: null,
    networks: new Map<string, string>(),
  };
  const { at, from, outcome, code } = tried;
  note.last = tried;
  if (outcome === 'accepted') {
    note.accepted = { at, from, code };
    const address = addressOf(from);
    const network = networkOf(address);
    if (note.networks.size < maxNetworks || note.networks.has(network)) note.networks.set(network, address);
  } else if (outcome === 'alreadyRegistered') note.registerRefused = { at, from };
  else if (outcome === 'wrongCode') note.codeRefused = { at, from };
  return note;
}

/** `address:port` of a socket; IPv4 in IPv6 as plain IPv4. */
export const remoteOf = (address: string | undefined, port: number | undefined): string =>
  `${(address ?? '').replace(/^::ffff:/u, '')}:${port ?? 0}`;

/** The address of what `remoteOf` answers. */
export const addressOf = (remote: string): string => remote.slice(0, remote.lastIndexOf(':'));

/**
 * The network that an address belongs to, as far as it says who a terminal is. Mobile networks give a terminal another address at every connection, mostly
 * out of the same block: IPv4 counts by its first 16 bits, IPv6 by its first 32; addresses of a private APN (10/8) are one network.
 */
export function networkOf(address: string): string {
  const parts = address.split('.');
  if (parts.length === 4) return parts[0] === '10' ? '10.0.0.0/8' : `${parts[0]}.${parts[1]}.0.0/16`;
  const [head = ''] = address.split('::');
  const [first = '0', second = '0'] = head.split(':');
  return `${first || '0'}:${second || '0'}::/32`;
}
