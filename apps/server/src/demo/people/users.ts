/** Companies, departments, roles and people of the demo, with fixed ids below the ranges that the database gives out. */

export const demoClients = {
  cold: { id: '101', name: '鲜达冷链物流', short: '鲜达', code: 'XDLL2026', kind: 'tenant', systems: ['TMS'] },
  shipper: { id: '102', name: '鲜果源商贸', short: '鲜果源', code: 'XGY2026', kind: 'tenant', systems: ['TMS'] },
  carrier: { id: '104', name: '苏州恒达运输', short: '苏州恒达', code: 'SZHD2026', kind: 'tenant', systems: ['TMS'] },
  provider: { id: '103', name: '通达运营', short: '通达', code: 'TDYY2026', kind: 'provider', systems: ['TMS', 'WMS'] },
} as const;
export type DemoClient = keyof typeof demoClients;

/** `[id, parent id, name]` by company; parents first. */
export const demoOrgs: Record<DemoClient, ReadonlyArray<readonly [id: string, parent: string | null, name: string]>> = {
  cold: [
    ['111', null, '总部'],
    ['112', '111', '华东分公司'],
    ['113', '111', '华南分公司'],
    ['114', '112', '上海干线部'],
    ['115', '112', '华东城配部'],
    ['116', '113', '广州城配部'],
    ['117', '113', '深圳运营部'],
  ],
  shipper: [['121', null, '鲜果源商贸']],
  carrier: [['126', null, '苏州恒达运输']],
  provider: [['131', null, '通达运营']],
};

export type DemoRole =
  | 'admin'
  | 'transport'
  | 'dispatch'
  | 'quality'
  | 'captain'
  | 'visitor'
  | 'shipper'
  | 'carrier'
  | 'staff';

/** Which company a role belongs to, its name and the menu keys it holds; 'all' also means menus that come later. */
export interface RoleSpec {
  id: string;
  client: DemoClient;
  name: string;
  menus: 'all' | ((key: string, area: string) => boolean);
  /** Actions its buttons are limited to; absent = every button of its menus. */
  actions?: readonly string[];
}

const monitoring = new Set([
  'monitoring',
  'location',
  'trajectory',
  'myMap',
  'multiCar',
  'activeSafety',
  'drivingBehaviour',
]);
const viewing = ['export'] as const;

export const demoRoles: Record<DemoRole, RoleSpec> = {
  admin: { id: '141', client: 'cold', name: '企业管理员', menus: 'all' },
  transport: {
    id: '142',
    client: 'cold',
    name: '运输业务',
    menus: (key, area) => area !== 'backstage' && area !== 'monitor' && !monitoring.has(key) && key !== 'videoCentre',
  },
  dispatch: {
    id: '143',
    client: 'cold',
    name: '调度',
    menus: (key, area) =>
      monitoring.has(key) || area === 'transport' || area === 'resources' || key.endsWith('Reports'),
  },
  quality: {
    id: '144',
    client: 'cold',
    name: '质量',
    menus: (key, area) => monitoring.has(key) || area === 'report' || key === 'vehicle',
    actions: [...viewing, 'handle', 'remark'],
  },
  captain: {
    id: '145',
    client: 'cold',
    name: '车队长',
    menus: (key, area) => monitoring.has(key) || area === 'resources' || area === 'report',
  },
  visitor: {
    id: '146',
    client: 'cold',
    name: '客户只读',
    menus: (key) => key === 'monitoring' || key === 'location' || key === 'trajectory',
    actions: [],
  },
  shipper: { id: '147', client: 'shipper', name: '企业管理员', menus: 'all' },
  carrier: { id: '149', client: 'carrier', name: '企业管理员', menus: 'all' },
  staff: { id: '148', client: 'provider', name: '运营人员', menus: 'all' },
};

export interface UserSpec {
  id: string;
  client: DemoClient;
  org: string;
  account: string;
  password: string;
  name: string;
  phone: string;
  role: DemoRole;
  primary?: true;
  manager?: true;
  superManager?: true;
  /** Vehicles given one by one (data scope 3: nothing through the department), by number. */
  vehicleNos?: readonly number[];
}

const common = 'Demo@2026';
export const demoUsers: readonly UserSpec[] = [
  {
    id: '151',
    client: 'cold',
    org: '111',
    account: 'demo',
    password: common,
    name: '管理员',
    phone: '13800138001',
    role: 'admin',
    primary: true,
    manager: true,
  },
  {
    id: '152',
    client: 'cold',
    org: '111',
    account: 'tms',
    password: 'Tms@2026',
    name: '赵文静',
    phone: '13800138002',
    role: 'transport',
  },
  {
    id: '153',
    client: 'cold',
    org: '111',
    account: 'diaodu',
    password: common,
    name: '王志强',
    phone: '13800138003',
    role: 'dispatch',
  },
  {
    id: '154',
    client: 'cold',
    org: '111',
    account: 'zhiliang',
    password: common,
    name: '李雪梅',
    phone: '13800138004',
    role: 'quality',
  },
  {
    id: '155',
    client: 'cold',
    org: '112',
    account: 'chedui',
    password: common,
    name: '陈国栋',
    phone: '13800138005',
    role: 'captain',
  },
  {
    id: '156',
    client: 'cold',
    org: '111',
    account: 'kehu',
    password: common,
    name: '周明',
    phone: '13800138006',
    role: 'visitor',
    vehicleNos: [1, 11, 17, 29, 56],
  },
  {
    id: '157',
    client: 'shipper',
    org: '121',
    account: 'xianguo',
    password: common,
    name: '何晓燕',
    phone: '13800138007',
    role: 'shipper',
    primary: true,
    manager: true,
  },
  {
    id: '162',
    client: 'carrier',
    org: '126',
    account: 'hengda',
    password: common,
    name: '孙国强',
    phone: '13800138022',
    role: 'carrier',
    primary: true,
    manager: true,
  },
  {
    id: '158',
    client: 'provider',
    org: '131',
    account: 'staff',
    password: 'Staff@2026',
    name: '运营人员',
    phone: '13800138008',
    role: 'staff',
  },
  {
    id: '159',
    client: 'provider',
    org: '131',
    account: 'super',
    password: 'Super@2026',
    name: '超级管理员',
    phone: '13800138009',
    role: 'staff',
    primary: true,
    manager: true,
    superManager: true,
  },
  {
    id: '160',
    client: 'provider',
    org: '131',
    account: 'caiwu',
    password: 'Staff@2026',
    name: '财务审核',
    phone: '13800138010',
    role: 'staff',
  },
  {
    id: '161',
    client: 'provider',
    org: '131',
    account: 'zhiban',
    password: 'Staff@2026',
    name: '值班客服',
    phone: '13800138021',
    role: 'staff',
  },
];
