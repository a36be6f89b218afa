import { type FreeTokenScope, freeTokenHeader, type openToken } from '@tongda/contract/base/identity/free-token';
import type { Output } from '@tongda/contract/core/endpoint';
import type { FastifyRequest } from 'fastify';
import { notFound, unauthorizedError } from '../../../../core/http/errors';
import type { Secrets } from '../../../../core/run/secrets';
import type { SessionDeps } from '../session/sessions';
import { type FreeClaims, signFree, verifyFree } from '../session/tokens';

/** Claims of the request's Open-Access-Token if it is valid and of this scope, otherwise null. Only routes without a login use it. */
export async function readFreeClaims(
  secrets: Secrets,
  req: FastifyRequest,
  scope?: FreeTokenScope,
): Promise<FreeClaims | null> {
  const header = req.headers[freeTokenHeader.toLowerCase()];
  const claims = typeof header === 'string' ? await verifyFree(secrets, header) : null;
  return claims && scope && claims.scope !== scope ? null : claims;
}

/** Makes a free token for one thing (`subject`) of one company, valid for a day. */
export const giveFreeToken = (secrets: Secrets, claims: Omit<FreeClaims, 'expireAt'>): Promise<string> =>
  signFree(secrets, claims, 24);

/** Describes the request's free token. When there is a Bearer token too, that tells who asks, and the free token only what it opens. */
export async function describeFreeToken(
  deps: Pick<SessionDeps, 'secrets' | 'db'>,
  req: FastifyRequest,
  userOf: (req: FastifyRequest) => Promise<string | null>,
): Promise<Output<typeof openToken>> {
  const claims = await readFreeClaims(deps.secrets, req);
  if (!claims) throw unauthorizedError();
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
