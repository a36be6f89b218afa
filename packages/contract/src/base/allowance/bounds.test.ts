import { describe, expect, it } from 'vitest';
import { accountRefusal, allowanceOf, exportRefusal, type Plan, plansHeld, smsRefusal } from './bounds';
import { planQuotas, quotaWords, raisedBy } from './quota';

const standard: Plan = {
  id: '1',
  name: '标准版',
  level: 1,
  quotas: { accounts: 20, smsPerMonth: 300, exportRows: 10_000 },
};
const pro: Plan = { id: '2', name: '专业版', level: 2, quotas: { accounts: 50, smsPerMonth: 100, exportRows: 50_000 } };
const top: Plan = { id: '3', name: '旗舰版', level: 3, quotas: { accounts: null } };
const plans = [standard, pro, top];
const base = { accounts: 10, smsPerMonth: 20, exportRows: 10_000 };
const none = { accounts: null, smsPerMonth: null, exportRows: null };

describe('plansHeld', () => {
  const periods = [{ planId: '2', start: '2026-11-21', end: '2027-11-20' }];
  it('holds from the first day to the last, both of them with it', () => {
    const on = (day: string) => plansHeld(plans, periods, day).map(({ name, until }) => `${name} ${until}`);
    expect(on('2026-11-20')).toEqual([]);
    expect(on('2026-11-21')).toEqual(['专业版 2027-11-20']);
    expect(on('2027-11-20')).toEqual(['专业版 2027-11-20']);
    expect(on('2027-11-21')).toEqual([]);
  });
  it('lasts through renewals and other terminals that follow without a gap, and no further', () => {
    const more = [
      { planId: '2', start: '2028-01-01', end: '2028-12-31' },
      { planId: '2', start: '2027-11-21', end: '2027-12-20' },
      { planId: '2', start: '2027-06-01', end: '2027-09-30' },
      ...periods,
    ];
    expect(plansHeld(plans, more, '2027-07-01')).toMatchObject([{ name: '专业版', until: '2027-12-20' }]);
    expect(plansHeld(plans, more, '2027-12-25')).toEqual([]);
  });
  it('names the highest first when several hold', () => {
    const both = [...periods, { planId: '1', start: '2026-01-01', end: '2027-12-31' }];
    expect(plansHeld(plans, both, '2027-01-01').map(({ name }) => name)).toEqual(['专业版', '标准版']);
  });
});

describe('allowanceOf', () => {
  const of = (held: Plan[], accountLimit: number | null = null, everybody: typeof none | typeof base = base) =>
    allowanceOf({
      base: everybody,
      accountLimit,
      held: held.map((plan) => ({ ...plan, until: '2027-01-01' })),
      onSale: plans.map(({ quotas }) => quotas),
    });
  it('is what everybody has without a plan; nobody who had no limit gets one by buying', () => {
    expect(of([])).toMatchObject({
      plan: null,
      accounts: { most: 10, by: 'base', planName: null, more: true },
      exportRows: { most: 10_000, by: 'base', more: true },
    });
    expect(of([standard], null, none)).toMatchObject({
      accounts: { most: null, more: false },
      smsPerMonth: { most: null },
      exportRows: { most: null },
    });
  });
  it('takes the best of each quota, whichever plan gives it', () => {
    expect(of([pro, standard])).toMatchObject({
      plan: { name: '专业版' },
      accounts: { most: 50, by: 'plan', planName: '专业版' },
      smsPerMonth: { most: 300, by: 'plan', planName: '标准版', more: false },
      exportRows: { most: 50_000, planName: '专业版', more: false },
    });
    // one that says nothing of a quota leaves what everybody has
    expect(of([top])).toMatchObject({
      accounts: { most: null, more: false },
      smsPerMonth: { most: 20, by: 'base', planName: null, hasPlan: true, more: true },
    });
  });
  it('the contract replaces what everybody has of accounts, and a plan may give more than it', () => {
    // in place of it, also where it is less
    expect(of([], 5).accounts).toMatchObject({ most: 5, by: 'contract' });
    expect(of([pro], 5).accounts).toMatchObject({ most: 50, by: 'plan' });
    expect(of([pro], 80).accounts).toMatchObject({ most: 80, by: 'contract', planName: null, more: true });
    expect(of([], 5, none).accounts).toMatchObject({ most: 5, by: 'contract' });
  });
});

describe('what a refusal says', () => {
  const bound = { most: 50_000, by: 'plan', planName: '标准版', hasPlan: true, more: true } as const;
  it('names the plan, the limit and what helps', () => {
    expect(exportRefusal(bound, 63_210)).toBe(
      '当前会员“标准版”单次最多导出5万行（本次63210行），请缩小查询范围或升级会员',
    );
    expect(smsRefusal({ ...bound, most: 20 }, 19)).toBe(
      '短信余额不足：当前会员“标准版”每月20条（本月已用19条），次月1日恢复，可升级会员',
    );
    expect(accountRefusal({ ...bound, most: 20 }, { used: 18, more: 5 })).toBe(
      '账号数量已达上限：当前会员“标准版”最多20个（已有18个，本次新增5个），请删除不用的账号或升级会员',
    );
  });
  it('offers a membership to who has none, and the provider where no plan gives more', () => {
    const everybody = { most: 10, by: 'base', planName: null, hasPlan: false, more: true } as const;
    expect(accountRefusal(everybody, { used: 10, more: 1 })).toBe(
      '账号数量已达上限：未开通会员最多10个（已有10个），请删除不用的账号或购买会员',
    );
    expect(exportRefusal({ ...everybody, more: false }, 11)).toBe(
      '单次最多导出10行（本次11行），请缩小查询范围或联系服务商增加',
    );
    expect(accountRefusal({ ...everybody, by: 'contract', more: false }, { used: 10, more: 1 })).toBe(
      '账号数量已达上限：合同约定最多10个（已有10个），请删除不用的账号或联系服务商增加',
    );
    // a contract without a plan has nothing to upgrade, a plan that does not raise it has
    const contract = { ...everybody, by: 'contract' } as const;
    expect(smsRefusal(contract, 10)).toContain('可购买会员');
    expect(smsRefusal({ ...everybody, hasPlan: true }, 10)).toBe(
      '短信余额不足：基础额度每月10条（本月已用10条），次月1日恢复，可升级会员',
    );
  });
});

describe('quotas of a plan', () => {
  it('raise what everybody has, and never lower it', () => {
    expect(raisedBy(base, { accounts: 5, smsPerMonth: null })).toEqual({
      accounts: 10,
      smsPerMonth: null,
      exportRows: 10_000,
    });
  });
  it('know no other names and no half numbers', () => {
    expect(planQuotas.safeParse({ storageDays: 180 }).success).toBe(false);
    expect(planQuotas.safeParse({ accounts: 2.5 }).success).toBe(false);
  });
  it('read as a buyer reads them', () => {
    const rows = [10_000, 15_000, 200_000, 12_345, null].map((n) => quotaWords('exportRows', n));
    expect(rows).toEqual(['1万行', '1.5万行', '20万行', '12345行', '不限']);
  });
});
