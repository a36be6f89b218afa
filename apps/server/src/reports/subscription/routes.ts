import {
  subscriptionAdd,
  subscriptionDelete,
  subscriptionList,
  subscriptionSwitch,
} from '@tongda/contract/reports/kit/subscription';
import type { FastifyInstance } from 'fastify';
import { route } from '../../core/http/route';
import { addSubscription, deleteSubscription, listSubscriptions, switchSubscription } from './service';

/** Binds the calls of 定时报表. */
export function subscriptionRoutes(app: FastifyInstance): void {
  route(app, subscriptionList, listSubscriptions);
  route(app, subscriptionAdd, addSubscription);
  route(app, subscriptionSwitch, switchSubscription);
  route(app, subscriptionDelete, deleteSubscription);
}
