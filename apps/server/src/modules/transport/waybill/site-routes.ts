import * as site from '@tongda/contract/transport/waybill/dock/site-work';
import { recordPictures } from '@tongda/contract/transport/waybill/road/reload';
import type { FastifyInstance } from 'fastify';
import type { Bus } from '../../../core/bus/topics';
import { route } from '../../../core/http/route';
import type { Secrets } from '../../../core/run/secrets';
import { bookDock, docksOf, undock } from './dock/bookings';
import { askCooling } from './dock/cooling';
import { picturesOf } from './sign/pictures';

/** What people at a site do around a truck: docks, pre-cooling, pictures of what they saw. */
export function waybillSiteRoutes(app: FastifyInstance, secrets: Secrets, bus: Bus): void {
  route(app, site.arrivalDocks, docksOf);
  route(app, site.arrivalDock, bookDock);
  route(app, site.arrivalUndock, undock);
  route(app, site.departureCooler, (ctx, input) => askCooling(ctx, bus, input));
  route(app, recordPictures, (ctx, input) => picturesOf(ctx, secrets, input));
}
