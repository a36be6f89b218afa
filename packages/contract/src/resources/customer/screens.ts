import { type Rights, screensOf, sensitive, tab } from '../../shell/screens';

const { at, from } = screensOf('resources');

/** The screens of `customer`. What stands here is built: menus lead to it. */
export const customerScreens = {
  customerList: from('customer', 'list', { ...tab, also: { transport: 'tmsCustomer' } }),
  customerEdit: at('/customer/manage/edit', '新增/编辑客户', 'edit', 'customer', {
    also: { transport: 'tmsCustomer' },
  }),
  customerDetails: at('/customer/manage/details', '客户详情', 'detail', 'customer', {
    also: { transport: 'tmsCustomer' },
  }),
} as const;

/** What a role may be given on these screens: action → label. */
export const customerRights = {
  customer: {
    add: '新增',
    edit: '编辑',
    status: '启停',
    portal: sensitive('开通查询账号'),
    del: sensitive('删除'),
    import: '导入',
    export: '导出',
  },
} as const satisfies Rights;
