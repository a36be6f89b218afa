import type { enterpriseSetup } from '@tongda/contract/base/org/calls';
import type { Output } from '@tongda/contract/core/endpoint';
import { menus } from '@tongda/contract/shell/menus';
import { href, routes } from '@tongda/contract/shell/routes';

export type Setup = NonNullable<Output<typeof enterpriseSetup>>;

export interface SetupStep {
  name: string;
  /** how much there is already: `40 个` */
  text: string;
  done: boolean;
  /** a company works without it */
  optional: boolean;
  to: string;
  menu: number;
}

const partWords = (n: number, of: number, unit: string): string => (of === 0 ? `0 ${unit}` : `${n} / ${of} ${unit}`);

/** Steps of 开通清单, each after the steps that it needs. */
export function setupSteps(s: Setup): SetupStep[] {
  const step = (name: string, text: string, done: boolean, to: string, menu: number, optional = false): SetupStep => ({
    name,
    text,
    done,
    optional,
    to,
    menu,
  });
  return [
    // the company itself and its administrator are there from the beginning
    step('部门', `${s.orgs} 个`, s.orgs > 1, href(routes.structure, 'enterprise'), menus.structure.id),
    step(
      '角色',
      s.roles > 0 ? `自建 ${s.roles} 个` : '可用预置角色',
      s.roles > 0,
      href(routes.rolePermissions, 'enterprise'),
      menus.rolePermissions.id,
      true,
    ),
    step('用户', `${s.users} 人`, s.users > 1, href(routes.userList, 'enterprise'), menus.userManagement.id),
    step('车队', `${s.fleets} 个`, s.fleets > 0, href(routes.fleetList, 'resources'), menus.fleet.id),
    step('承运商', `${s.carriers} 家`, s.carriers > 0, href(routes.carrierList, 'resources'), menus.carrier.id, true),
    step('司机', `${s.drivers} 名`, s.drivers > 0, href(routes.driverList, 'resources'), menus.driver.id),
    step(
      '终端入库',
      `${s.devices} 台`,
      s.devices > 0,
      href(routes.vehicleEquipment, 'report'),
      menus.vehicleEquipment.id,
    ),
    step('车辆', `${s.vehicles} 辆`, s.vehicles > 0, href(routes.vehicleList, 'resources'), menus.vehicle.id),
    step(
      '车辆绑定终端',
      partWords(s.bound, s.vehicles, '辆'),
      s.bound > 0,
      href(routes.vehicleList, 'resources'),
      menus.vehicle.id,
    ),
    step(
      '终端上线',
      partWords(s.reporting, s.bound, '辆'),
      s.reporting > 0,
      href(routes.location, 'community'),
      menus.location.id,
    ),
    step(
      '探头设置',
      partWords(s.probed, s.vehicles, '辆'),
      s.probed > 0,
      href(routes.vehicleList, 'resources'),
      menus.vehicle.id,
      true,
    ),
    step('客户', `${s.customers} 家`, s.customers > 0, href(routes.customerList, 'resources'), menus.customer.id, true),
    step('门店', `${s.stores} 家`, s.stores > 0, href(routes.storeList, 'resources'), menus.store.id, true),
    step('区域/站点', `${s.places} 个`, s.places > 0, href(routes.regionSite, 'resources'), menus.regionSite.id, true),
    step('线路', `${s.routes} 条`, s.routes > 0, href(routes.routeManageList, 'resources'), menus.routeManage.id, true),
    step(
      '资源授权',
      `${s.grants} 条`,
      s.grants > 0,
      href(routes.vehicleGrantList, 'enterprise'),
      menus.vehicleEquipmentGrant.id,
      true,
    ),
  ];
}

/** Whether a necessary step is still open. */
export const settingUp = (steps: readonly SetupStep[]): boolean => steps.some((s) => !s.done && !s.optional);
