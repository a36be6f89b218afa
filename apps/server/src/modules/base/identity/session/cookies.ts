import { sessionCookies, type TokenAnswer } from '@tongda/contract/base/identity/calls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { forbiddenError } from '../../../../core/http/errors';

const { refresh, refreshPath } = sessionCookies;

/**
 * The cookie's name. On https it begins with `__Host-`, which browsers take only from this very host: another host of the domain cannot plant one. The
 * prefix wants `Path=/`; without https browsers refuse it.
 */
const nameFor = (req: FastifyRequest): string => (req.protocol === 'https' ? `__Host-${refresh}` : refresh);

/** The refresh token of the request: the form's, else the cookie's. */
export function refreshOf(req: FastifyRequest, field: string | undefined): string | undefined {
  if (field) return field;
  for (const pair of (req.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() === nameFor(req)) return pair.slice(at + 1).trim() || undefined;
  }
  return undefined;
}

/** Keeps the refresh token where no script can read it and no other path gets it. */
export function keepRefresh(req: FastifyRequest, reply: FastifyReply, answer: TokenAnswer): void {
  reply.header('set-cookie', refreshCookie(req, answer.refresh_token, answer.refresh_expires_in));
}

export function dropRefresh(req: FastifyRequest, reply: FastifyReply): void {
  reply.header('set-cookie', refreshCookie(req, '', 0));
}

function refreshCookie(req: FastifyRequest, value: string, seconds: number): string {
  const [path, secure] = req.protocol === 'https' ? ['/', '; Secure'] : [refreshPath, ''];
  return `${nameFor(req)}=${value}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Lax${secure}`;
}

/** Pages of other sites may not log anybody in, out or on (OWASP: verify the origin). A client that is no browser sends none. */
export function refuseForeign(req: FastifyRequest, publicUrl: string | undefined): void {
  const { origin } = req.headers;
  if (origin === undefined) return;
  const known = new Set([`${req.protocol}://${req.host}`, `https://${req.host}`]);
  if (publicUrl) known.add(new URL(publicUrl).origin);
  if (!known.has(origin)) throw forbiddenError('请求来源不被允许');
}
