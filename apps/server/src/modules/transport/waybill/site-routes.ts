import * as site from '@tongda/contract/transport/waybill/dock/site-work';
import { recordPictures } from '@tongda/contract/transport/waybill/road/reload';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route';
import type { Secrets } from '../../../core/run/secrets';
import { bookDock, cancelDock, loadDocks } from './dock/bookings';
import { askCooling } from './dock/cooling';
import { loadPictures } from './sign/pictures';

/** Binds the calls of people at a site: docks, pre-cooling, pictures. */
export function waybillSiteRoutes(app: FastifyInstance, secrets: Secrets): void {
  route(app, site.arrivalDocks, loadDocks);
  route(app, site.arrivalDock, bookDock);
  route(app, site.arrivalUndock, cancelDock);
  route(app, site.departureCooler, (ctx, input) => askCooling(ctx, input));
  route(app, recordPictures, (ctx, input) => loadPictures(ctx, secrets, input));
}
