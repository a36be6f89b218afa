import type { FastifyInstance } from 'fastify';
import { serveApiDocs } from '../core/http/api-docs';
import { allEndpoints } from '../core/http/endpoints';
import { serveHealth } from '../core/http/ready';
import { buildHttp } from '../core/http/server';
import { serveWeb } from '../core/http/web-files';
import { mailOf } from '../core/notify/mail';
import { outbound } from '../core/notify/outbound';
import { smsOf } from '../core/notify/sms';
import { wechatOf } from '../core/notify/wechat';
import { wechatSenderOf } from '../core/notify/wechat-notice';
import type { App, Stop } from '../core/run/app';
import { demoAccounts } from '../demo/people/accounts';
import { brandRoutes } from '../modules/base/brand/routes';
import { dictionaryRoutes } from '../modules/base/dictionary/routes';
import { downloadRoutes } from '../modules/base/download/routes';
import { feedbackRoutes } from '../modules/base/feedback/routes';
import { fileRoutes } from '../modules/base/file/routes';
import { solveCaptcha } from '../modules/base/identity/login/captcha';
import { type IdentityDeps, identityRoutes } from '../modules/base/identity/routes';
import { Authenticator } from '../modules/base/identity/session/authenticate';
import { mapRoutes } from '../modules/base/map/routes';
import { routingOf } from '../modules/base/map/routing-of';
import { mapSettingsOf, tileOrigins } from '../modules/base/map/settings';
import { messageRoutes } from '../modules/base/message/routes';
import { orgRoutes } from '../modules/base/org/routes';
import { prefsRoutes } from '../modules/base/prefs/routes';
import { siteRoutes } from '../modules/base/site/routes';
import { systemApplyRoutes } from '../modules/base/system-apply/routes';
import { interfaceRoutes } from '../modules/company/openapi/routes';
import { profileRoutes } from '../modules/company/profile/routes';
import { resourceAuthRoutes } from '../modules/company/resource-auth/routes';
import { roleRoutes } from '../modules/company/role/routes';
import { surveyRoutes } from '../modules/company/survey/routes';
import { userRoutes } from '../modules/company/user/routes';
import { placeRoutes } from '../modules/ground/place/routes';
import { routePlanRoutes } from '../modules/ground/route-plan/routes';
import { transportRouteRoutes } from '../modules/ground/transport-route/routes';
import { cardRoutes } from '../modules/resources/card/routes';
import { writeTaskRoutes } from '../modules/resources/card/write/routes';
import { carrierRoutes } from '../modules/resources/carrier/routes';
import { customerRoutes } from '../modules/resources/customer/routes';
import { deviceRegisterRoutes, deviceRoutes } from '../modules/resources/device/routes';
import { driverRoutes } from '../modules/resources/driver/routes';
import { equipmentRoutes } from '../modules/resources/equipment/routes';
import { fleetRoutes } from '../modules/resources/fleet/routes';
import { itemNameRoutes } from '../modules/resources/item-name/routes';
import { storeRoutes } from '../modules/resources/store/routes';
import { vehicleRoutes } from '../modules/resources/vehicle/routes';
import { alarmRuleRoutes } from '../modules/rules/alarm-rule/routes';
import { pushRoutes } from '../modules/rules/push/routes';
import { feeRoutes } from '../modules/trade/device-fee/routes';
import { erpOrderRoutes } from '../modules/trade/erp-order/routes';
import { memberRoutes } from '../modules/trade/member/routes';
import { orderAuditRoutes } from '../modules/trade/order-audit/routes';
import { abnormalRoutes } from '../modules/transport/abnormal/routes';
import { driverAppRoutes } from '../modules/transport/driver-app/routes';
import { orderRoutes } from '../modules/transport/order/routes';
import { pickUpRoutes } from '../modules/transport/pick-up/routes';
import { printRoutes } from '../modules/transport/print/routes';
import { receiptRoutes } from '../modules/transport/receipt/routes';
import { receiptOrderRoutes } from '../modules/transport/receipt-order/routes';
import { tmsHomeRoutes } from '../modules/transport/tms-home/routes';
import { trackingRoutes } from '../modules/transport/tracking/routes';
import { tripRoutes } from '../modules/transport/trip/routes';
import { waybillRoutes } from '../modules/transport/waybill/routes';
import { waybillSiteRoutes } from '../modules/transport/waybill/site-routes';
import { alarmRoutes } from '../modules/watch/alarm/routes';
import { locationLive } from '../modules/watch/location/live';
import { locationRoutes } from '../modules/watch/location/routes';
import { readTrack } from '../modules/watch/track/repo';
import { trackRoutes } from '../modules/watch/track/routes';
import { vehicleGroupRoutes } from '../modules/watch/vehicle-group/routes';
import { dailyDrivingRoutes } from '../reports/driving/daily-driving-routes';

export interface ApiOptions {
  /** folder of the built web client; absent in tests */
  webRoot?: string;
  checkAnswers?: boolean;
}

/** The HTTP server with every route bound, not yet listening. */
export async function buildApi(app: App, options: ApiOptions = {}): Promise<FastifyInstance> {
  const { config, log, database, bus, secrets } = app;
  const map = mapSettingsOf(config);
  const wechat = wechatOf(config);
  const authenticator = new Authenticator(database, secrets, log);
  bus.subscribe('sessionRevoked', ({ sessionId }) => authenticator.forget(sessionId));
  bus.subscribe('accessChanged', ({ clientId }) => authenticator.forgetCompany(clientId));
  const http = await buildHttp({
    log,
    authenticate: (req, endpoint) => authenticator.ofRequest(req, endpoint),
    checkAnswers: options.checkAnswers ?? false,
    tileOrigins: tileOrigins(map),
  });
  const sessions: IdentityDeps = {
    db: database.systemDb,
    secrets,
    sms: smsOf(app),
    demo: config.DEMO === '1',
    platformName: config.PLATFORM_NAME,
    publicUrl: config.PUBLIC_URL,
    wechat,
    userOf: (req) => authenticator.userOf(req),
    ctxOf: (req) => authenticator.ofBearer(req),
    revoked: (sessionId, reason) => bus.publish('sessionRevoked', sessionId, { sessionId, reason }),
  };
  siteRoutes(http, {
    platformName: config.PLATFORM_NAME,
    icp: config.ICP,
    servicePhone: config.SERVICE_PHONE,
    wechat: wechat !== null,
    demoAccounts: config.DEMO === '1' ? demoAccounts : [],
  });
  identityRoutes(http, sessions);
  brandRoutes(http, {
    db: database.systemDb,
    platform: { platformName: config.PLATFORM_NAME, icp: config.ICP, servicePhone: config.SERVICE_PHONE },
  });
  systemApplyRoutes(http, database.systemDb);
  feedbackRoutes(http, { db: database.systemDb, ctxOf: sessions.ctxOf, solveCaptcha });
  interfaceRoutes(http, { db: database.systemDb, publicUrl: config.PUBLIC_URL });
  prefsRoutes(http);
  dictionaryRoutes(http);
  mapRoutes(http, map);
  const exports = { db: database.systemDb, jobs: app.jobs, secrets };
  surveyRoutes(http, { ...exports, ctxOf: sessions.ctxOf });
  roleRoutes(http, exports);
  userRoutes(http, sessions, exports);
  resourceAuthRoutes(http, exports);
  downloadRoutes(http, { ...exports, filesDir: config.filesDir });
  vehicleRoutes(http, { ...exports, blobs: app.blobs });
  locationRoutes(http, exports);
  alarmRoutes(http, exports);
  dailyDrivingRoutes(http, exports);
  placeRoutes(http, exports);
  storeRoutes(http, exports);
  transportRouteRoutes(http, exports);
  routePlanRoutes(http, exports, bus, routingOf(config));
  equipmentRoutes(http, exports);
  trackRoutes(http, exports);
  messageRoutes(http, exports);
  const privateHosts = config.PUSH_PRIVATE_HOSTS;
  pushRoutes(http, {
    exports,
    privateHosts,
    deliver: {
      db: database.systemDb,
      log,
      now: Date.now,
      sms: sessions.sms,
      mail: mailOf(app),
      wechat: wechatSenderOf(app),
      publicUrl: config.PUBLIC_URL,
      net: outbound({ privateHosts }),
    },
  });
  alarmRuleRoutes(http, { ...exports, bus });
  const files = { db: database.systemDb, blobs: app.blobs, secrets };
  fileRoutes(http, files);
  receiptRoutes(http, { ...exports, blobs: app.blobs });
  vehicleGroupRoutes(http);
  profileRoutes(http, sessions, files);
  deviceRoutes(http);
  driverAppRoutes(http, secrets);
  waybillSiteRoutes(http, secrets, bus);
  printRoutes(http);
  orgRoutes(http, exports);
  feeRoutes(http, exports);
  memberRoutes(http, { ...exports, platformName: config.PLATFORM_NAME });
  orderAuditRoutes(http, exports);
  writeTaskRoutes(http, exports, bus);
  erpOrderRoutes(http, exports);
  for (const bind of [driverRoutes, customerRoutes]) bind(http, { ...exports, blobs: app.blobs }, sessions);
  for (const bind of [
    fleetRoutes,
    carrierRoutes,
    deviceRegisterRoutes,
    cardRoutes,
    itemNameRoutes,
    orderRoutes,
    pickUpRoutes,
    receiptOrderRoutes,
    waybillRoutes,
    tmsHomeRoutes,
    abnormalRoutes,
  ])
    bind(http, { ...exports, blobs: app.blobs });
  trackingRoutes(http, exports, bus);
  tripRoutes(http, {
    db: database.systemDb,
    database,
    files,
    log,
    readPoints: (db, vehicleId, from, to) => readTrack(db, { vehicleId, from, to }),
  });
  const live = locationLive({
    bus,
    database,
    authenticate: (token, ip) => authenticator.ofToken(token, ip),
    ofSession: (sessionId) => authenticator.ofSession(sessionId),
    warn: (facts, text) => log.warn(facts, text),
  });
  live.attach(http.server);
  http.addHook('preClose', async () => live.close());
  await serveApiDocs(http, allEndpoints(), config.PUBLIC_URL ?? '');
  serveHealth(http, database.pool);
  http.get('/metrics', async (_req, reply) => reply.type(app.metrics.contentType).send(await app.metrics.metrics()));
  if (options.webRoot) await serveWeb(http, options.webRoot);
  return http;
}

/** Serves pages and API. */
export async function startApi(app: App, options: ApiOptions): Promise<Stop> {
  const http = await buildApi(app, options);
  await http.listen({ port: app.config.PORT, host: app.config.HOST });
  return () => http.close();
}
