import { kept, type Rights, screensOf, sensitive } from '../../shell/screens';

const { at, from } = screensOf('resources');

/** The screens of `transportRoute`. What stands here is built: menus lead to it. */
export const transportRouteScreens = {
  routeManageList: from('routeManage', 'list', {
    ...kept,
    also: {
      transport: 'tmsRouteManage',
      report: { menu: 'operationRoute', path: '/operation/routeManage', title: '运营线路管理' },
    },
  }),
  routeManageEdit: at('/routeManage/edit', '新增/编辑线路', 'edit', 'routeManage', {
    also: {
      transport: 'tmsRouteManage',
      report: { menu: 'operationRoute', path: '/operation/routeManage/edit', title: '新增/编辑运营线路' },
    },
  }),
  routeManageDetails: at('/routeManage/details', '线路详情', 'detail', 'routeManage', {
    also: {
      transport: 'tmsRouteManage',
      report: { menu: 'operationRoute', path: '/operation/routeManage/details', title: '运营线路详情' },
    },
  }),
} as const;

/** What a role may be given on these screens: action → label. */
export const transportRouteRights = {
  routeManage: {
    add: '新增',
    edit: '编辑',
    bindVehicle: '绑定车辆',
    del: sensitive('删除'),
    import: '导入',
    export: '导出',
  },
} as const satisfies Rights;
