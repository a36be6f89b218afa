import { type Rights, screensOf, sensitive, tab } from '../../shell/screens';

const { at, from } = screensOf('report');

/** The screens of `alarmRule`. What stands here is built: menus lead to it. */
export const alarmRuleScreens = {
  ruleSettingsList: from('ruleSettings', 'list', tab),
  commonRuleEdit: at('/ruleSettings/commonAlarmEdit', '通用报警规则', 'edit', 'ruleSettings'),
  overTemperatureRuleEdit: at('/ruleSettings/overTemperatureAlarmEdit', '超温报警规则', 'edit', 'ruleSettings'),
  zoneRuleEdit: at('/ruleSettings/zoneAlarmEdit', '区域报警规则', 'edit', 'ruleSettings'),
  doorMagnetRuleEdit: at('/ruleSettings/doorMagnetAlarmEdit', '门磁报警规则', 'edit', 'ruleSettings'),
  timelinessRuleEdit: at('/ruleSettings/transportTimelinessEdit', '运输时效规则', 'edit', 'ruleSettings'),
  activeSafetyRuleEdit: at('/ruleSettings/activeSafetyEdit', '主动安全规则', 'edit', 'ruleSettings'),
} as const;

/** What a role may be given on these screens: action → label. */
export const alarmRuleRights = {
  ruleSettings: {
    add: '新增',
    edit: '编辑',
    status: '启停',
    assign: '分配车辆',
    simulate: '试算',
    del: sensitive('删除'),
  },
} as const satisfies Rights;
