import { type Rights, screensOf, sensitive, tab } from '../../shell/screens';

const { at, from } = screensOf('transport');

/** The screens of `receipt`. What stands here is built: menus lead to it. */
export const receiptScreens = {
  receiptManageList: from('receiptManage', 'list', tab),
  receiptManageDetails: at('/businessTracking/receiptManage/detail/:orderCode', '回单详情', 'detail', 'receiptManage'),
  receiptManageEdit: at('/businessTracking/receiptManage/edit/:orderCode', '上传/编辑回单', 'edit', 'receiptManage'),
} as const;

/** What a role may be given on these screens: action → label. */
export const receiptRights = {
  receiptManage: {
    edit: '上传',
    audit: sensitive('审核'),
    recover: '回收',
    send: '寄出',
    receive: '接收',
    returnClient: '返客户',
    urge: '催收',
    download: '打包下载',
    export: '导出',
  },
} as const satisfies Rights;
