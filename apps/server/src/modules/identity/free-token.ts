import type { Output } from '@tongda/contract/core/endpoint';
import { type FreeTokenScope, freeTokenHeader, type openToken } from '@tongda/contract/identity/free-token';
import type { FastifyRequest } from 'fastify';
import { notFound, unauthorized } from '../../core/errors';
import type { SessionDeps } from './sessions';
import { type FreeClaims, verifyFree } from './tokens';

/** What the request's Open-Access-Token is good for; 401 without one, or with one of another scope. Only open routes ask for it. */
async function freeClaims(
  { secrets }: Pick<SessionDeps, 'secrets'>,
  req: FastifyRequest,
  scope?: FreeTokenScope,
): Promise<FreeClaims> {
  const header = req.headers[freeTokenHeader.toLowerCase()];
  const claims = typeof header === 'string' ? await verifyFree(secrets, header) : null;
  if (!claims || (scope && claims.scope !== scope)) throw unauthorized();
  return claims;
}

/** The free token in words. With both headers the Bearer says who asks, the free token only what is open. */
export async function openTokenInfo(
  deps: Pick<SessionDeps, 'secrets' | 'db'>,
  req: FastifyRequest,
  userOf: (req: FastifyRequest) => Promise<string | null>,
): Promise<Output<typeof openToken>> {
  const { clientId, scope, expireAt } = await freeClaims(deps, req);
  const company = await deps.db
    .selectFrom('client')
    .select('name')
    .where('id', '=', clientId)
    .where('status', '=', 1)
    .executeTakeFirst();
  if (!company) throw notFound('企业');
  return { clientId, clientName: company.name, scope, expireAt, userId: await userOf(req) };
}
