import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { defineEnum } from '../../core/enum';
import { message } from '../../core/messages';
import { id } from '../../core/page';
import { button } from '../../shell/rights';
import { tokenAnswer } from './calls';

/** Why provider staff enter a company. */
export const visitReason = defineEnum('visitReason', {
  fault: ['故障排查', '故障排查'],
  setup: ['开通配置', '开通配置'],
  training: ['客户培训', '客户培训'],
  checking: ['数据核对', '数据核对'],
  other: ['其他', '其他'],
});

/**
 * Switches the session. `super`: a super manager acts as another user (60 min). `visit`: provider staff enter a company (2 h); `reason` is one of
 * `visitReason`, and a remark may follow after a colon. `back`: ends either and answers tokens of the caller's own session.
 */
export const changeLogin = endpoint({
  path: '/api/sso/oauth/changeLogin',
  access: 'session',
  title: '代管其他用户（super）、访问企业（visit）与返回（back）',
  input: z
    .object({
      mode: z.enum(['super', 'visit', 'back'], '参数错误'),
      targetClientId: id.optional(),
      targetUserId: id.optional(),
      reason: z.string().trim().max(100, '原因最多100个字').optional(),
      loginWarehouse: z.string().max(64).optional(),
    })
    .superRefine((input, check) => {
      const missing = (path: string, text: string) => check.addIssue({ code: 'custom', path: [path], message: text });
      if (input.mode === 'back') return;
      if (!input.targetClientId) missing('targetClientId', '请选择企业');
      if (input.mode === 'super') {
        if (!input.targetUserId) missing('targetUserId', '请选择用户');
        if ((input.reason?.length ?? 0) < 5) missing('reason', '请填写原因，5~100个字');
      } else if (!input.reason) missing('reason', message('visit.reason'));
    }),
  output: tokenAnswer,
});

const option = z.object({ value: z.string(), label: z.string() });

export const actingCompanies = endpoint({
  path: '/api/sso/oauth/actingCompanies',
  access: 'session',
  title: '代管时可选的企业（仅超级管理员）',
  input: z.object({ keyword: z.string().trim().max(50).default('') }),
  output: z.array(option),
});

export const visitCompanies = endpoint({
  path: '/api/sso/oauth/visitCompanies',
  access: button('accountMag', 'visit'),
  title: '可访问的企业（仅运营人员）',
  input: z.object({ keyword: z.string().trim().max(50).default('') }),
  output: z.array(option),
});

export const actingUsers = endpoint({
  path: '/api/sso/oauth/actingUsers',
  access: 'session',
  title: '代管时可选的用户：姓名、账号或手机号（仅超级管理员）',
  input: z.object({ clientId: id, keyword: z.string().trim().max(50).default('') }),
  output: z.array(option),
});
