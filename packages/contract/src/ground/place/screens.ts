import { type Rights, screensOf, sensitive, tab } from '../../shell/screens';

const { at, from } = screensOf('resources');

/** The screens of `place`. What stands here is built: menus lead to it. */
export const placeScreens = {
  regionSite: from('regionSite', 'map', {
    ...tab,
    also: { community: { menu: 'myMap', title: '我的地图', tab: false } },
  }),
  lineNew: at('/regionalOrSiteManage/lineNew', '新增/编辑电子线路', 'map', 'regionSite', {
    also: { community: 'myMap' },
  }),
  lineFromTrack: at('/regionalOrSiteManage/lineNew1', '轨迹生成电子线路', 'map', 'regionSite'),
} as const;

/** What a role may be given on these screens: action → label. */
export const placeRights = {
  regionSite: {
    add: '新增',
    edit: '编辑',
    batch: '批量修改',
    del: sensitive('删除'),
    import: '导入',
    export: '导出',
  },
  /** The same map under the monitoring menu. */
  myMap: {
    add: '新增',
    edit: '编辑',
    batch: '批量修改',
    del: sensitive('删除'),
    import: '导入',
    export: '导出',
  },
} as const satisfies Rights;
