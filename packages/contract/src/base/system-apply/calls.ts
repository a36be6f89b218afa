import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { messages } from '../../core/messages';
import { dateOnly, dateTime, id, pageOf, pageQuery } from '../../core/page';
import { constants } from '../../shell/constants';
import { menus } from '../../shell/menus';
import { clientStatus, trialStatus } from '../../trade/member/enums';
import { systemCode } from '../system-enums';

const code = z.enum(systemCode.codes, messages['trial.choose']);

/** Applies for the trial of a system. The applicant comes from the login; names and numbers in the body are ignored. */
export const trialApply = endpoint({
  path: '/api/base/user/systemApply/apply',
  access: 'session',
  title: '申请试用系统（主账号）',
  input: z.object({
    systemCode: code,
    applyTime: z.string().optional(),
    applyUserId: z.string().optional(),
    applyUserCode: z.string().optional(),
    applyUserName: z.string().optional(),
    clientId: z.string().optional(),
    clientName: z.string().optional(),
    mobile: z.string().optional(),
  }),
});

export const clientInfo = endpoint({
  path: '/api/base/user/systemApply/getClientInfo',
  access: 'session',
  title: '企业已开通的系统',
  input: z.object({ clientId: id.optional() }),
  output: z.object({
    systemCodeList: z.array(z.string()),
    /** systems that were applied for and not decided yet */
    appliedCodeList: z.array(z.string()),
  }),
});

const company = {
  access: 'session',
  output: z.object({
    clientId: id,
    clientName: z.string(),
    shortName: z.string(),
    systemCodeList: z.array(z.string()),
    status: clientStatus.schema,
    /** last day of the service; null: without an end */
    serviceEnd: dateOnly.nullable(),
    timeZone: z.string(),
  }),
} as const;
const companyPath = '/api/base/client/getLoginCompanyInfo';
/** The company that one is logged in to. The specification names no method: both are served. */
export const loginCompanyGet = endpoint({ method: 'GET', path: companyPath, title: '登录企业的资料', ...company });
export const loginCompanyPost = endpoint({ path: companyPath, title: '登录企业的资料（POST）', ...company });

const application = z.object({
  id,
  applyTime: dateTime,
  clientId: id,
  clientName: z.string(),
  applyUserId: id,
  applyUserCode: z.string(),
  applyUserName: z.string(),
  mobile: z.string(),
  systemCode: code,
  status: trialStatus.schema,
});

export const trialList = endpoint({
  path: '/api/base/user/systemApply/list',
  access: { menu: menus.trialApplication.id },
  title: '试用申请列表（运营人员）',
  input: pageQuery.extend({
    keyword: z.string().trim().max(60).optional(),
    systemCode: code.optional(),
    status: trialStatus.schema.optional(),
  }),
  output: pageOf(application),
});

/** Systems that have a manual (docs/decisions/019). */
export const manuals = systemCode.codes;

export const manualView = endpoint({
  method: 'GET',
  path: '/api/base/open/manual',
  access: 'public',
  title: '用户手册（PDF）；只写已经可用的功能',
  raw: true,
  input: z.object({ system: z.literal([...manuals], '没有该系统的手册') }),
  output: z.unknown(),
});

interface Applicant {
  isPrimaryUser: number;
  loginType: number;
}

/** Whether the trial link shows: primary users of companies with fewer than two systems, never while somebody visits. */
export const trialOffered = (user: Applicant, systemCodes: readonly string[]): boolean =>
  user.isPrimaryUser === 1 && systemCodes.length < constants.trial.systemMax && user.loginType !== -1;
