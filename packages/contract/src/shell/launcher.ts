import type { MenuKey } from './menus';

export interface LauncherEntry {
  name: string;
  /** lucide icon */
  icon: string;
  menu: MenuKey;
  /** Shown only when this menu holds the entry's menu as its child. */
  parent?: MenuKey;
  /** Name of the window it opens in. */
  window?: string;
}

/** The sixteen entries of the right-hand launcher, in order. */
export const launcher: readonly LauncherEntry[] = [
  { name: '位置信息', icon: 'map-pin', menu: 'location', parent: 'monitoring', window: 'location' },
  { name: '行驶轨迹', icon: 'route', menu: 'trajectory', parent: 'monitoring' },
  { name: '我的地图', icon: 'map', menu: 'myMap', parent: 'monitoring' },
  { name: '主动安全', icon: 'shield-check', menu: 'activeSafety', parent: 'monitoring' },
  { name: '驾驶行为', icon: 'gauge', menu: 'drivingBehaviour', parent: 'monitoring' },
  { name: '多车监控', icon: 'layout-grid', menu: 'multiCar', parent: 'monitoring' },
  { name: '报表中心', icon: 'chart-column', menu: 'reportRoot' },
  { name: '报警设置', icon: 'bell-ring', menu: 'alarmSettings', parent: 'reportRoot' },
  { name: '运输资源', icon: 'truck', menu: 'resourcesRoot' },
  { name: '车务管理', icon: 'wrench', menu: 'vehicleAffairs' },
  { name: '车联网', icon: 'network', menu: 'analysisRoot' },
  { name: '公司管理', icon: 'building-2', menu: 'enterpriseRoot' },
  { name: '后台管理', icon: 'server-cog', menu: 'backstageRoot' },
  { name: '运输管理', icon: 'package', menu: 'transportRoot' },
  { name: '在线办理', icon: 'clipboard-pen', menu: 'settingsRoot' },
  { name: '会员', icon: 'crown', menu: 'member' },
];

/** What stands below the sixteen: pages that people look for there and that lie deep in a menu. */
export const launcherMore: readonly LauncherEntry[] = [{ name: '报警记录', icon: 'scroll-text', menu: 'alarmRecord' }];

/** The transport-management group inside the launcher, which opens beside its entry 运输管理; the order is also the priority of the home redirection. */
export const tmsGroup = [
  'orderManage',
  'dispatchCenter',
  'vehicleDispatch',
  'waybillManage',
  'businessTracking',
  'settlement',
  'dataReport',
  'capacity',
  'basicInfo',
] as const satisfies readonly MenuKey[];
