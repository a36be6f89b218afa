import * as contract from '@tongda/contract/watch/vehicle-group/calls';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../core/http/route';
import {
  changeGroupVehicles,
  createGroup,
  listGroups,
  listVehicles,
  moveGroup,
  orderGroups,
  removeGroup,
  renameGroup,
} from './service';

/** 车辆分组: groups of vehicles that a user makes for himself. */
export function vehicleGroupRoutes(app: FastifyInstance): void {
  route(app, contract.showGroup, (ctx) => listGroups(ctx));
  route(app, contract.groupVehicles, (ctx) => listVehicles(ctx));
  route(app, contract.addGroup, (ctx, input) => createGroup(ctx, input));
  route(app, contract.addGroupVehicle, async (ctx, input) => {
    await changeGroupVehicles(ctx, input);
    return null;
  });
  route(app, contract.delGroup, async (ctx, { id }) => {
    await removeGroup(ctx, id);
    return null;
  });
  route(app, contract.updateGroupName, async (ctx, { id, name }) => {
    await renameGroup(ctx, id, name);
    return null;
  });
  route(app, contract.saveGroupSort, async (ctx, { groupIds }) => {
    await orderGroups(ctx, groupIds);
    return null;
  });
  route(app, contract.updateGroupSort, async (ctx, { id, sort }) => {
    await moveGroup(ctx, id, sort);
    return null;
  });
}
