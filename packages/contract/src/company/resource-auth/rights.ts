import { z } from 'zod';

/** Rights that a grant can give. Each of them includes `view`; `alarm` allows a place to be chosen in alarm rules. */
export const authRights = ['view', 'control', 'video', 'edit', 'alarm'] as const;
export type AuthRight = (typeof authRights)[number];
export const authRightNames: Readonly<Record<AuthRight, string>> = {
  view: '查看',
  control: '控制',
  video: '视频',
  edit: '编辑',
  alarm: '用于报警规则',
};

/** Kinds of resources that can be granted. `route` is an electronic line (电子线路). */
export const grantKinds = ['vehicle', 'device', 'site', 'region', 'route', 'store', 'lock'] as const;
export type GrantKind = (typeof grantKinds)[number];
export const grantKindNames: Readonly<Record<GrantKind, string>> = {
  vehicle: '车辆',
  device: '设备',
  site: '站点',
  region: '区域',
  route: '电子线路',
  store: '门店',
  lock: '蓝牙锁',
};
export const grantKind = z.enum(grantKinds);

export type GrantFamily = 'vehicle' | 'map' | 'lock';
interface Family {
  noun: string;
  kinds: readonly GrantKind[];
  rights: readonly AuthRight[];
}
/** The three pages of grants, with the kinds of resources and the rights that each of them offers. */
export const grantFamilies: Readonly<Record<GrantFamily, Family>> = {
  vehicle: { noun: '车辆设备授权', kinds: ['vehicle', 'device'], rights: ['view', 'control', 'video', 'edit'] },
  map: { noun: '地图资源授权', kinds: ['site', 'region', 'route', 'store'], rights: ['view', 'edit', 'alarm'] },
  lock: { noun: '蓝牙锁授权', kinds: ['lock'], rights: ['view', 'control'] },
};
export const familyOf = (kind: GrantKind): GrantFamily =>
  grantFamilies.map.kinds.includes(kind) ? 'map' : kind === 'lock' ? 'lock' : 'vehicle';
