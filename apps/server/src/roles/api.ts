import type { FastifyInstance } from 'fastify';
import { serveApiDocs } from '../core/api-docs';
import type { App, Stop } from '../core/app';
import { allEndpoints } from '../core/endpoints';
import { buildHttp } from '../core/http';
import { mailOf } from '../core/mail';
import { outbound } from '../core/outbound';
import { serveHealth } from '../core/ready';
import { smsOf } from '../core/sms';
import { serveWeb } from '../core/web-files';
import { wechatOf } from '../core/wechat';
import { wechatSenderOf } from '../core/wechat-notice';
import { demoAccounts } from '../demo/accounts';
import { abnormalRoutes } from '../modules/abnormal/abnormal.routes';
import { alarmRoutes } from '../modules/alarm/alarm.routes';
import { alarmRuleRoutes } from '../modules/alarm-rule/rule.routes';
import { brandRoutes } from '../modules/brand/brand.routes';
import { cardRoutes } from '../modules/card/card.routes';
import { writeTaskRoutes } from '../modules/card/write-task.routes';
import { carrierRoutes } from '../modules/carrier/carrier.routes';
import { customerRoutes } from '../modules/customer/customer.routes';
import { deviceRegisterRoutes, deviceRoutes } from '../modules/device/device.routes';
import { feeRoutes } from '../modules/device-fee/fee.routes';
import { dictionaryRoutes } from '../modules/dictionary/dictionary.routes';
import { downloadRoutes } from '../modules/download/download.routes';
import { driverRoutes } from '../modules/driver/driver.routes';
import { driverAppRoutes } from '../modules/driver-app/driver-app.routes';
import { equipmentRoutes } from '../modules/equipment/equipment.routes';
import { erpOrderRoutes } from '../modules/erp-order/erp-order.routes';
import { feedbackRoutes } from '../modules/feedback/feedback.routes';
import { fileRoutes } from '../modules/file/file.routes';
import { fleetRoutes } from '../modules/fleet/fleet.routes';
import { Authenticator } from '../modules/identity/authenticate';
import { solveCaptcha } from '../modules/identity/captcha';
import { type IdentityDeps, identityRoutes } from '../modules/identity/identity.routes';
import { itemNameRoutes } from '../modules/item-name/item-name.routes';
import { locationLive } from '../modules/location/location.live';
import { locationRoutes } from '../modules/location/location.routes';
import { mapRoutes } from '../modules/map/map.routes';
import { mapSettingsOf, tileOrigins } from '../modules/map/map-settings';
import { routingOf } from '../modules/map/routing.service';
import { memberRoutes } from '../modules/member/member.routes';
import { messageRoutes } from '../modules/message/message.routes';
import { interfaceRoutes } from '../modules/openapi/interface.routes';
import { orderRoutes } from '../modules/order/order.routes';
import { orderAuditRoutes } from '../modules/order-audit/audit.routes';
import { orgRoutes } from '../modules/org/org.routes';
import { pickUpRoutes } from '../modules/pick-up/pick-up.routes';
import { placeRoutes } from '../modules/place/place.routes';
import { prefsRoutes } from '../modules/prefs/prefs.routes';
import { printRoutes } from '../modules/print/print.routes';
import { profileRoutes } from '../modules/profile/profile.routes';
import { pushRoutes } from '../modules/push/push.routes';
import { receiptRoutes } from '../modules/receipt/receipt.routes';
import { receiptOrderRoutes } from '../modules/receipt-order/receipt-order.routes';
import { dailyDrivingRoutes } from '../modules/report/daily-driving.routes';
import { resourceAuthRoutes } from '../modules/resource-auth/auth.routes';
import { roleRoutes } from '../modules/role/role.routes';
import { routePlanRoutes } from '../modules/route-plan/plan.routes';
import { siteRoutes } from '../modules/site/site.routes';
import { storeRoutes } from '../modules/store/store.routes';
import { surveyRoutes } from '../modules/survey/survey.routes';
import { systemApplyRoutes } from '../modules/system-apply/system-apply.routes';
import { tmsHomeRoutes } from '../modules/tms-home/home.routes';
import { readTrack } from '../modules/track/track.repo';
import { trackRoutes } from '../modules/track/track.routes';
import { trackingRoutes } from '../modules/tracking/tracking.routes';
import { transportRouteRoutes } from '../modules/transport-route/route.routes';
import { tripRoutes } from '../modules/trip/trip.routes';
import { userRoutes } from '../modules/user/user.routes';
import { vehicleRoutes } from '../modules/vehicle/vehicle.routes';
import { vehicleGroupRoutes } from '../modules/vehicle-group/vehicle-group.routes';
import { waybillRoutes } from '../modules/waybill/waybill.routes';
import { waybillSiteRoutes } from '../modules/waybill/waybill.site.routes';

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
