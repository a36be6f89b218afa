import { type Rights, screensOf, sensitive } from '../../shell/screens';

const { from } = screensOf('monitor');

/** The screens of `alarm`. What stands here is built: menus lead to it. */
export const alarmScreens = {
  alarmRecordList: from('alarmRecord', 'list'),
} as const;

/** What a role may be given on these screens: action → label. */
export const alarmRights = {
  alarmRecord: {
    handle: '处理',
    falseAlarm: '误报',
    appeal: '申诉',
    reopen: sensitive('重开'),
    evidence: '生成证据包',
    raw: sensitive('原始报文'),
    export: '导出',
  },
} as const satisfies Rights;
