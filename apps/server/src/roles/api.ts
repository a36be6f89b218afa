import { areas } from '@tongda/contract/shell/areas';
import type { FastifyInstance } from 'fastify';
import { showsApiDocs } from '../config';
import { serveApiDocs } from '../core/http/api-docs';
import { clientAddress, isOwnPage } from '../core/http/client-address';
import { listEndpoints } from '../core/http/endpoints';
import { serveMetrics } from '../core/http/metrics';
import { serveHealth } from '../core/http/ready';
import { buildHttp } from '../core/http/server';
import { serveWeb } from '../core/http/web-files';
import { smsOf } from '../core/notify/sms';
import { wechatOf } from '../core/notify/wechat';
import type { App, Stop } from '../core/run/app';
import { demoAccounts } from '../demo/people/accounts';
import { modules } from '../modules/all';
import { Authenticator, type IdentityDeps } from '../modules/base/identity/door';
import { mapSettingsOf, tileOrigins } from '../modules/base/map/door';
import { MachineGate } from '../modules/company/openapi/door';
import type { ApiDeps } from '../modules/module';
import { locationLive } from '../modules/watch/location/door';
import { httpSource, vehicleSources } from '../reports/driving/outside/source';
import { reportRoutes } from '../reports/kit/bind';
import { subscriptionRoutes } from '../reports/subscription/routes';

/** Where pages stand: the sub-applications, and the short address on printed records. */
const pagePaths = [...Object.values(areas).map(({ base }) => base), '/verify'];

export interface ApiOptions {
  /** folder of the built web client; absent in tests */
  webRoot?: string;
  checkAnswers?: boolean;
}

/** The HTTP server with every route bound, not yet listening. */
export async function buildApi(app: App, options: ApiOptions = {}): Promise<FastifyInstance> {
  const { config, log, database, bus, secrets } = app;
  const authenticator = new Authenticator(database, secrets, log);
  bus.subscribe('sessionRevoked', ({ sessionId }) => authenticator.forget(sessionId));
  const machines = new MachineGate(database, secrets, log);
  bus.subscribe('accessChanged', ({ clientId }) => {
    authenticator.forgetCompany(clientId);
    machines.forgetCompany(clientId);
  });
  const http = await buildHttp({
    log,
    authenticate: async (req, endpoint) =>
      machines.isMachine(req) ? machines.ofRequest(req, endpoint) : authenticator.ofRequest(req, endpoint),
    checkAnswers: options.checkAnswers ?? false,
    tileOrigins: tileOrigins(mapSettingsOf(config)),
    trustProxy: config.TRUST_PROXY,
  });
  machines.attach(http);
  const sessions: IdentityDeps = {
    db: database.systemDb,
    secrets,
    sms: smsOf(app),
    demo: config.DEMO === '1',
    platformName: config.PLATFORM_NAME,
    publicUrl: config.PUBLIC_URL,
    wechat: wechatOf(config),
    userOf: (req) => authenticator.userOf(req),
    ctxOf: (req) => authenticator.ofBearer(req),
    revoked: (sessionId, reason) => bus.publish('sessionRevoked', sessionId, { sessionId, reason }),
  };
  const exports = { db: database.systemDb, jobs: app.jobs, secrets };
  const deps: ApiDeps = {
    app,
    db: database.systemDb,
    exports,
    files: { ...exports, blobs: app.blobs },
    sessions,
    machines,
    demoAccounts: config.DEMO === '1' ? demoAccounts : [],
  };
  for (const { routes } of modules) routes?.(http, deps);
  if (config.OUTSIDE_VEHICLE_URL)
    vehicleSources.add(httpSource(config.OUTSIDE_VEHICLE_URL, config.OUTSIDE_VEHICLE_TOKEN));
  reportRoutes(http, exports);
  subscriptionRoutes(http);
  const live = locationLive({
    bus,
    database,
    authenticate: (token, ip) => authenticator.ofUsableToken(token, ip),
    ofSession: (sessionId) => authenticator.ofSession(sessionId),
    addressOf: clientAddress(config.TRUST_PROXY),
    isOwnPage: isOwnPage(config.TRUST_PROXY, config.PUBLIC_URL),
    warn: (facts, text) => log.warn(facts, text),
  });
  live.attach(http.server);
  http.addHook('preClose', async () => live.close());
  if (showsApiDocs(config)) await serveApiDocs(http, listEndpoints(), config.PUBLIC_URL ?? '');
  serveHealth(http, database.pool);
  serveMetrics(http, app.metrics, config.METRICS_TOKEN);
  if (options.webRoot) await serveWeb(http, options.webRoot, pagePaths);
  return http;
}

/** The API role: serves the web pages and the API. */
export async function startApi(app: App, options: ApiOptions): Promise<Stop> {
  const http = await buildApi(app, options);
  await http.listen({ port: app.config.PORT, host: app.config.HOST });
  return () => http.close();
}
