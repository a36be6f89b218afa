import { type Rights, screensOf, sensitive } from '../../shell/screens';

const { from } = screensOf('backstage');

/** The screens of `device-setup`. What stands here is built: menus lead to it. */
export const deviceSetupScreens = {
  parameterSetting: from('parameterSetting', 'list', { title: '便携设备参数设置' }),
  upgradePackage: from('upgradePackage', 'list', { title: '便携设备升级包' }),
} as const;

/** What a role may be given on these screens: action → label. */
export const deviceSetupRights = {
  parameterSetting: { add: '新增', edit: '编辑', apply: sensitive('下发'), delete: sensitive('删除') },
  upgradePackage: {
    upload: '上传',
    publish: sensitive('发布'),
    upgrade: sensitive('升级'),
    delete: sensitive('删除'),
  },
} as const satisfies Rights;
