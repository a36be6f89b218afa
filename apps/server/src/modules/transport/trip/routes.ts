import { message } from '@tongda/contract/core/messages';
import * as live from '@tongda/contract/transport/trip/live';
import * as signing from '@tongda/contract/transport/trip/receiver-sign';
import * as settings from '@tongda/contract/transport/trip/settings';
import * as share from '@tongda/contract/transport/trip/share';
import * as temperature from '@tongda/contract/transport/trip/temperature';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { tooManyAtOnce } from '../../../core/http/errors';
import { PerMinute } from '../../../core/http/per-minute';
import { publicRoute, route } from '../../../core/http/route';
import {
  loadOrderLegs,
  loadOrderTemperature,
  loadTripLive,
  loadWaybillTemperature,
  type ReadPointsIn,
} from './service';
import { loadSettingsFor, saveSettings } from './settings';
import { createShare, listShares, revokeShare, viewShare } from './share';
import { createSignLink, type SignDeps, submitSign, viewSign } from './sign';
import { loadOrderWay } from './way';

export interface TripDeps extends SignDeps {
  db: Kysely<DB>;
  readPoints: ReadPointsIn;
}
/** Requests per minute from one address: a page asks twice a minute, and several people may share an address. */
const sharedPerMinute = 60;

/** Binds the calls of running trips: temperatures, live state, share links, signing links, settings. */
export function tripRoutes(app: FastifyInstance, deps: TripDeps): void {
  const { db, readPoints } = deps;
  const limit = new PerMinute(sharedPerMinute);
  route(app, settings.settingsDetail, (ctx) => loadSettingsFor(ctx));
  route(app, settings.settingsUpdate, saveSettings);
  route(app, live.tripLive, (ctx, { waybillCode }) => loadTripLive(ctx, waybillCode));
  route(app, live.orderLegs, (ctx, { orderCode }) => loadOrderLegs(ctx, orderCode));
  route(app, live.orderWay, (ctx, { orderCode }) => loadOrderWay(ctx, orderCode, readPoints));
  route(app, temperature.orderTemperature, (ctx, { orderCode }) => loadOrderTemperature(ctx, orderCode, readPoints));
  route(app, temperature.waybillTemperature, (ctx, { waybillCode }) =>
    loadWaybillTemperature(ctx, waybillCode, readPoints),
  );
  route(app, share.shareCreate, createShare);
  route(app, share.shareList, (ctx, { orderCode }) => listShares(ctx, orderCode));
  route(app, share.shareRevoke, (ctx, { id }) => revokeShare(ctx, id));
  publicRoute(app, share.shareView, ({ ip }, { token }) => {
    if (!limit.allows(ip)) throw tooManyAtOnce(message('http.429'));
    return viewShare(db, { token, ip }, readPoints);
  });
  route(app, signing.signLinkCreate, createSignLink);
  publicRoute(app, signing.receiverSignView, ({ ip }, { token }) => {
    if (!limit.allows(ip)) throw tooManyAtOnce(message('http.429'));
    return viewSign(db, token, readPoints);
  });
  publicRoute(app, signing.receiverSignSubmit, ({ ip }, input) => {
    if (!limit.allows(ip)) throw tooManyAtOnce(message('http.429'));
    return submitSign(deps, input);
  });
}
