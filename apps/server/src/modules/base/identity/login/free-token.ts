import { type FreeTokenScope, freeTokenHeader, type openToken } from '@tongda/contract/base/identity/free-token';
import type { Output } from '@tongda/contract/core/endpoint';
import type { FastifyRequest } from 'fastify';
import { notFound, unauthorized } from '../../../../core/http/errors';
import type { Secrets } from '../../../../core/run/secrets';
import type { SessionDeps } from '../session/sessions';
import { type FreeClaims, signFree, verifyFree } from '../session/tokens';

/** What the request's Open-Access-Token is good for; null without one, or with one of another scope. Only open routes ask for it. */
export async function freeClaims(
  secrets: Secrets,
  req: FastifyRequest,
  scope?: FreeTokenScope,
): Promise<FreeClaims | null> {
  const header = req.headers[freeTokenHeader.toLowerCase()];
  const claims = typeof header === 'string' ? await verifyFree(secrets, header) : null;
  return claims && scope && claims.scope !== scope ? null : claims;
}

/** A free token for one thing of one company, good for a day. */
export const giveFree = (secrets: Secrets, claims: Omit<FreeClaims, 'expireAt'>): Promise<string> =>
  signFree(secrets, claims, 24);

/** The free token in words. With both headers the Bearer says who asks, the free token only what is open. */
export async function openTokenInfo(
  deps: Pick<SessionDeps, 'secrets' | 'db'>,
  req: FastifyRequest,
  userOf: (req: FastifyRequest) => Promise<string | null>,
): Promise<Output<typeof openToken>> {
  const claims = await freeClaims(deps.secrets, req);
  if (!claims) throw unauthorized();
  const { clientId, scope, expireAt } = claims;
  const company = await deps.db
    .selectFrom('client')
    .select('name')
    .where('id', '=', clientId)
    .where('status', '=', 1)
    .executeTakeFirst();
  if (!company) throw notFound('企业');
  return { clientId, clientName: company.name, scope, expireAt, userId: await userOf(req) };
}
