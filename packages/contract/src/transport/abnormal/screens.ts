import { type Rights, screensOf, sensitive, tab } from '../../shell/screens';

const { at, from } = screensOf('transport');

/** The screens of `abnormal`. What stands here is built: menus lead to it. */
export const abnormalScreens = {
  abnormalReportingList: from('abnormalReporting', 'list', tab),
  abnormalReportingDetails: at(
    '/businessTracking/abnormalReporting/detail/:waybillCode',
    '异常详情',
    'detail',
    'abnormalReporting',
  ),
} as const;

/** What a role may be given on these screens: action → label. */
export const abnormalRights = {
  abnormalReporting: {
    add: '上报',
    accept: '受理',
    handle: '处理',
    close: sensitive('关闭'),
    reopen: '重开',
    withdraw: '撤销',
    assign: '转派',
    export: '导出',
  },
} as const satisfies Rights;
