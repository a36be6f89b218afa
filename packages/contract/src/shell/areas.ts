import { keysOf } from '../core/keys';
/** The nine sub-applications: base path of their pages and their name. One origin, one session, one build. */
export const areas = {
  community: { base: '/community', name: '位置监控' },
  resources: { base: '/resources', name: '运输资源' },
  report: { base: '/report', name: '报表中心' },
  transport: { base: '/transport', name: '运输管理' },
  enterprise: { base: '/enterprise', name: '公司管理' },
  backstage: { base: '/backstage', name: '后台管理' },
  monitor: { base: '/monitor', name: '主动安全' },
  analysis: { base: '/analysis', name: '车联网' },
  settings: { base: '/settings', name: '在线办理' },
} as const;

export type Area = keyof typeof areas;
export const areaKeys = keysOf(areas);

/** Path from the origin of a page inside an area: `/vehicle` of resources is `/resources/vehicle`, `/` is the base itself. */
export const inArea = (area: Area, path: string): string => (path === '/' ? areas[area].base : areas[area].base + path);
