import { type Rights, screensOf, sensitive, tab } from '../../shell/screens';

const { at, from } = screensOf('resources');

/** The screens of `store`. What stands here is built: menus lead to it. */
export const storeScreens = {
  storeList: from('store', 'list', tab),
  storeEdit: at('/customer/store/edit', '新增/编辑门店', 'edit', 'store'),
} as const;

/** What a role may be given on these screens: action → label. */
export const storeRights = {
  store: {
    add: '新增',
    edit: '编辑',
    batchModify: '批量修改',
    siteAdd: '生成站点',
    correct: '纠偏',
    print: '打印收货二维码',
    del: sensitive('删除'),
    import: '导入',
    exportStore: '导出门店',
    exportStation: '导出站点',
  },
} as const satisfies Rights;
