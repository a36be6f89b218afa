import { Transform } from 'node:stream';
import type { PayChannel } from '@tongda/contract/trade/member/enums';
import * as pay from '@tongda/contract/trade/member/pay';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { publicRoute, route, type Visitor } from '../../../../core/http/route';
import type { PayCallDeps } from './offers';
import { askForPayment, readQrCode, simulate } from './service';
import { takeNotice } from './settle';

/** Online payment: code, result, test mode, and what providers tell. */
export function payRoutes(app: FastifyInstance, deps: PayCallDeps): void {
  route(app, pay.getPaymentQRCode, (ctx, input) => readQrCode(deps, ctx, input));
  route(app, pay.queryPaymentResults, (ctx, input) => askForPayment(deps, ctx, input));
  route(app, pay.simulatePayment, (ctx, input) => simulate(deps, ctx, input));
  const bodyOf = keepBodies(app);
  const take =
    (channel: PayChannel) =>
    async ({ req, reply, ip }: Visitor): Promise<unknown> => {
      const answer = await takeNotice(deps, channel, { headers: req.headers, body: bodyOf(req) }, ip);
      reply.code(answer.status).type(answer.type);
      return answer.body;
    };
  publicRoute(app, pay.wechatNotify, take('wechat'));
  publicRoute(app, pay.alipayNotify, take('alipay'));
}

/** Keeps what providers send, byte for byte, while it is read: their signatures cover it. */
function keepBodies(app: FastifyInstance): (req: FastifyRequest) => string {
  const kept = new WeakMap<FastifyRequest, Buffer[]>();
  const paths: readonly string[] = [pay.wechatNotify.path, pay.alipayNotify.path];
  app.addHook('preParsing', async (req, _reply, payload) => {
    if (!paths.includes(req.routeOptions.url ?? '')) return payload;
    const parts: Buffer[] = [];
    kept.set(req, parts);
    return payload.pipe(
      new Transform({
        transform(chunk: Buffer, _encoding, done) {
          parts.push(chunk);
          done(null, chunk);
        },
      }),
    );
  });
  return (req) => Buffer.concat(kept.get(req) ?? []).toString('utf8');
}
