import { type Rights, screensOf, sensitive, tab } from '../../shell/screens';

const { at, from } = screensOf('report');
const community = screensOf('community');

/** The screens of `forwarding`. What stands here is built: menus lead to it. */
export const forwardingScreens = {
  dataForwardingList: from('dataForwarding', 'list', tab),
  dataForwardingEdit: at('/forwarding/edit', '新增/编辑转发', 'edit', 'dataForwarding'),
  /** the same form for what a program subscribes to, beside 接口中心 */
  subscriptionEdit: community.at('/interfaceCenter/subscription/edit', '新增/编辑订阅', 'edit', null),
} as const;

/** What a role may be given on these screens: action → label. */
export const forwardingRights = {
  dataForwarding: {
    add: sensitive('新增'),
    update: sensitive('编辑'),
    switch: '启停',
    test: '测试连接',
    failLog: '失败明细',
    resend: '重推',
    del: sensitive('删除'),
  },
} as const satisfies Rights;
