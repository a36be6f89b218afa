import { recordPictures } from '@tongda/contract/waybill/reload';
import * as site from '@tongda/contract/waybill/site-work';
import type { FastifyInstance } from 'fastify';
import type { Bus } from '../../core/bus/bus';
import { route } from '../../core/route';
import type { Secrets } from '../../core/secrets';
import { askCooling } from './waybill.cooler';
import { bookDock, docksOf, undock } from './waybill.docks';
import { picturesOf } from './waybill.pictures';

/** What people at a site do around a truck: docks, pre-cooling, pictures of what they saw. */
export function waybillSiteRoutes(app: FastifyInstance, secrets: Secrets, bus: Bus): void {
  route(app, site.arrivalDocks, docksOf);
  route(app, site.arrivalDock, bookDock);
  route(app, site.arrivalUndock, undock);
  route(app, site.departureCooler, (ctx, input) => askCooling(ctx, bus, input));
  route(app, recordPictures, (ctx, input) => picturesOf(ctx, secrets, input));
}
