import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime } from '../../core/page';
import { changeHisCall } from '../../core/register/pieces';
import { menus } from '../../shell/menus';

const base = '/api/base/org/keeping' as const;
const read = { menu: menus.structure.id } as const;

/** Months for which a company keeps its positions. The rules of the trade require at least half a year, those of medicine five years. */
export const keepMonths = { min: 6, max: 120, standard: 13 } as const;
const words = `保存期应为${keepMonths.min}~${keepMonths.max}个月`;
const months = z.number('请输入保存期').int('保存期应为整数月').min(keepMonths.min, words).max(keepMonths.max, words);

export const companyKeeping = endpoint({
  path: `${base}/info`,
  access: read,
  title: '轨迹保存期',
  output: z.object({
    months: z.number(),
    /** positions before this moment are no longer kept */
    since: dateTime,
    /** true for administrators; other users may only read */
    editable: z.boolean(),
    updateTime: dateTime.nullable(),
  }),
});

export const saveCompanyKeeping = endpoint({
  path: `${base}/save`,
  access: read,
  title: '修改轨迹保存期（企业管理员）',
  /** `before` is the value that the caller saw; when somebody else changed it meanwhile, nothing is saved (4009) */
  input: z.object({ months, before: z.number().int() }),
  output: z.object({ since: dateTime }),
});

export const companyKeepingHis = changeHisCall(base, read, '轨迹保存期');
