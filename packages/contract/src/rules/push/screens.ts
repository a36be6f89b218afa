import { type Rights, screensOf, sensitive, tab } from '../../shell/screens';

const { at, from } = screensOf('report');

/** The screens of `push`. What stands here is built: menus lead to it. */
export const pushScreens = {
  pushSettingsList: from('pushSettings', 'list', tab),
  pushSettingsEdit: at('/pushSettings/edit', '新增/编辑推送', 'edit', 'pushSettings'),
  sendLog: from('sendLog', 'list', tab),
} as const;

/** What a role may be given on these screens: action → label. */
export const pushRights = {
  pushSettings: {
    add: '新增',
    update: '编辑',
    switch: '启停',
    test: '测试发送',
    endpoint: sensitive('机器人与Webhook'),
    del: sensitive('删除'),
  },
  sendLog: { resend: '重发', export: '导出' },
} as const satisfies Rights;
