import { defineEnum } from '../../core/enum';

/** Channels. 1-4, 8 and 10-12 reach people, 5-7 and 9 are robots and webhooks with addresses of their own (table `push_endpoint`). */
export const pushChannel = defineEnum('pushChannel', {
  /** lies in the message centre and is counted */
  inApp: [1, '站内'],
  /** comes up in the corner of every page, over the live socket */
  popup: [2, '弹窗'],
  sms: [3, '短信'],
  email: [4, '邮件'],
  wecom: [5, '企业微信机器人'],
  dingtalk: [6, '钉钉机器人'],
  feishu: [7, '飞书机器人'],
  /** template message of the platform's official account (公众号), to users who bound their WeChat account */
  wechat: [8, '微信'],
  webhook: [9, 'Webhook'],
  /** a tone in every page that is open, over the live socket; the notice lies in the message centre */
  sound: [10, '声音'],
  /** stands at the top of a driver's phone page (司机端), with a tone; the notice lies in the message centre of his account */
  app: [11, 'APP'],
  /** a call that reads the notice out, by the operator's voice gateway */
  phone: [12, '电话'],
});
export type PushChannel = (typeof pushChannel.codes)[number];

/** Channels that reach people: in-app, pop-up, sound, phone page, SMS, phone, WeChat, e-mail. */
export const personalChannels = [1, 2, 10, 11, 3, 12, 8, 4] as const;
export type PersonalChannel = (typeof personalChannels)[number];
/** Channels with an address of their own: robots and webhooks. */
export const endpointKinds = [5, 6, 7, 9] as const;
export type EndpointKind = (typeof endpointKinds)[number];

/** What a notice says. */
export const pushOccasion = defineEnum('pushOccasion', {
  opened: [1, '报警'],
  raised: [2, '级别升高'],
  repeated: [3, '重复提醒'],
  escalated: [4, '升级提醒'],
  ended: [5, '恢复'],
  withdrawn: [6, '撤销'],
  test: [7, '测试'],
});
export type PushOccasion = (typeof pushOccasion.codes)[number];

/** What came of a notice (report.md 7.3). */
export const pushResult = defineEnum('pushResult', {
  queued: [0, '排队'],
  sent: [1, '成功'],
  failed: [2, '失败'],
  /** not sent on purpose: the cause says why */
  suppressed: [3, '抑制'],
  /** nothing left: no gateway is set up */
  kept: [4, '已存发件箱'],
});
export type PushResult = (typeof pushResult.codes)[number];

/** Vehicles that a push setting is about. */
export const pushScope = defineEnum('pushScope', {
  company: [1, '全部车辆'],
  orgs: [2, '指定部门'],
  fleets: [3, '指定车队'],
  vehicles: [4, '指定车辆'],
  /** groups that belong to one user (我的分组) */
  groups: [5, '我的分组'],
});

/** Scopes of what is not one user's: groups are left out. */
export const commonScopes = pushScope.options.filter(({ code }) => code !== pushScope.groups);

/** Levels that an alarm can have. */
export const pushLevel = defineEnum('pushLevel', {
  notice: [1, '提示'],
  ordinary: [2, '一般'],
  severe: [3, '严重'],
});

/** What happens to notices in quiet hours. */
export const quietMode = defineEnum('quietMode', {
  later: [1, '免打扰结束后发送'],
  never: [2, '不发送，只记录'],
});
